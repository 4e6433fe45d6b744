/** Serves the reference at `/docs/`. Loading its package takes a fifth of a start, so the first request for it does. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { keepCompressed } from '../http/compression.ts';
import { listInlineHashes } from '../http/inline-hashes.ts';
import { ProblemError } from '../http/problems.ts';

const PATH = '/docs';
const SCRIPT_PATH = `${PATH}/js/scalar.js`;
const REFERENCE = {
  routePrefix: PATH,
  configuration: {
    url: '/openapi.json',
    pageTitle: 'Mandate: API reference',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
} as const;

export const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function loadReference() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, REFERENCE);
  const { body: page } = await app.inject(`${PATH}/`);
  const { rawPayload: script } = await app.inject(SCRIPT_PATH);
  await app.close();
  return { page, script: keepCompressed(script), policy: createPolicy(page) };
}

/**
 * The reference runs its own file and the one inline script of its page, and styles itself; it asks no other host for
 * anything. Users are signed in on this origin, so no other inline script may run.
 */
const createPolicy = (page: string) =>
  `default-src 'none'; script-src 'self' ${listInlineHashes(page, 'script').join(' ')}; style-src 'self' 'unsafe-inline'; ` +
  `img-src 'self' data:; font-src 'self' data:; connect-src 'self'; ${CLOSED}`;

export function addReference(app: FastifyInstance): void {
  let loading: ReturnType<typeof loadReference> | undefined;
  const load = () => (loading ??= loadReference());

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('content-security-policy', (await load()).policy);
    const noHost = 'The header Host does not name a host. Send the host of the URL.';
    if (findUrl(request) === null) throw new ProblemError('malformed_request', noHost);
  }
  app.get(PATH, { onRequest }, async (request, reply) => {
    // The page's links begin at the slash.
    const pathname = findUrl(request)?.pathname ?? PATH;
    if (!pathname.endsWith('/')) return reply.redirect(`${pathname}/`, 301);
    return reply.type('text/html; charset=utf-8').send((await load()).page);
  });
  app.get(SCRIPT_PATH, { onRequest }, async (_, reply) =>
    reply.type('application/javascript; charset=utf-8').send((await load()).script),
  );
}

const findUrl = ({ url, protocol, hostname }: FastifyRequest) => URL.parse(url, `${protocol}://${hostname}`);
