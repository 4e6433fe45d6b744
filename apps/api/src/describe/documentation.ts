/** Serves the description of the interface: `/openapi.json`, `/docs`, `/errors`, `/llms.txt`. */
import scalar from '@scalar/fastify-api-reference';
import fastify, { type FastifyInstance } from 'fastify';
import { listInlineHashes } from '../http/inline-hashes.ts';
import { ERRORS_PATH, ProblemError } from '../http/problems.ts';
import { createErrorsHtml } from './errors-page.ts';
import { createLlmsText } from './llms.ts';
import { createOpenApi } from './openapi.ts';

const REFERENCE = {
  routePrefix: '/docs',
  configuration: {
    url: '/openapi.json',
    pageTitle: 'Mandate: the interface',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
} as const;

const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The reference runs its own file and the one inline script of its page, and styles itself; it asks no other host for
 * anything. Users are signed in on this origin, so no other inline script may run.
 */
async function createReferencePolicy(): Promise<string> {
  const app = fastify();
  await app.register(scalar, REFERENCE);
  const { body } = await app.inject(`${REFERENCE.routePrefix}/`);
  await app.close();
  return (
    `default-src 'none'; script-src 'self' ${listInlineHashes(body, 'script').join(' ')}; style-src 'self' 'unsafe-inline'; ` +
    `img-src 'self' data:; font-src 'self' data:; connect-src 'self'; ${CLOSED}`
  );
}

export async function addDocumentation(app: FastifyInstance, publicUrl: string): Promise<void> {
  const errors = createErrorsHtml();
  const errorsPolicy = `default-src 'none'; style-src ${listInlineHashes(errors, 'style').join(' ')}; ${CLOSED}`;
  const referencePolicy = await createReferencePolicy();
  const texts = [
    ['/openapi.json', 'application/json', JSON.stringify(createOpenApi(publicUrl)), {}],
    ['/llms.txt', 'text/plain', createLlmsText(publicUrl), {}],
    [ERRORS_PATH, 'text/html', errors, { 'content-security-policy': errorsPolicy }],
  ] as const;
  for (const [path, type, text, headers] of texts) {
    app.get(path, async (_, reply) => {
      reply.headers({ 'content-type': `${type}; charset=utf-8`, ...headers });
      return text;
    });
  }
  await app.register(scalar, {
    ...REFERENCE,
    hooks: {
      onRequest: (request, reply, done) => {
        reply.header('content-security-policy', referencePolicy);
        // The reference makes a URL of these, and has no answer for where that is none.
        const isUrl = URL.canParse(request.url, `${request.protocol}://${request.hostname}`);
        done(isUrl ? undefined : new ProblemError('malformed_request', 'The header Host names no host.'));
      },
    },
  });
}
