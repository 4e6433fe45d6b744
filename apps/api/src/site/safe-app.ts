/** Lets the site run as an app inside Safe, on pages that the operator lists. */
import type { FastifyInstance } from 'fastify';

const MANIFEST = '/manifest.json';

/** Safe reads the first three. The page reads the last, and answers no other parent. */
const writeManifest = (origins: readonly string[]) =>
  JSON.stringify({
    name: 'Mandate',
    description: 'See, give and end what other wallets may do for your Safe.',
    iconPath: 'mark.svg',
    parentOrigins: origins,
  });

/** The one file of the site that pages of other origins may read: Safe reads it from its own page. */
export function addManifest(app: FastifyInstance, origins: readonly string[]): void {
  const manifest = writeManifest(origins);
  app.get(MANIFEST, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(manifest),
  );
}
