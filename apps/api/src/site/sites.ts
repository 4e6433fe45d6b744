/** Serves the web app and the documentation, if they are there. */
import type { ConfiguredChain } from '@mandate/config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addDocs, readDocsFiles } from './docs.ts';
import { addWeb, readWebFiles } from './site.ts';

export type Sites = ReturnType<typeof readSites>;

/** Reads the files of both. Throws if a folder is named and has none. */
export function readSites({ webDir, docsDir, publicUrl }: Pick<Config, 'webDir' | 'docsDir' | 'publicUrl'>) {
  const web = webDir === null ? null : readWebFiles(webDir);
  const docs = docsDir === null ? null : readDocsFiles(docsDir, publicUrl);
  return { web, docs, served: { hasWeb: web !== null, hasDocs: docs !== null } };
}

export function addSites(
  app: FastifyInstance,
  { web, docs }: Sites,
  chains: readonly Pick<ConfiguredChain, 'publicNode'>[],
): void {
  const publicNodes = chains.flatMap(({ publicNode }) => publicNode ?? []);
  if (web) addWeb(app, web, publicNodes);
  else app.get('/', async (_, reply) => reply.redirect(docs ? '/docs/' : '/llms.txt', 302));
  addDocs(app, docs);
}
