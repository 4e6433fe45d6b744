/** What people and machines read about the interface: `/openapi.json`, `/docs`, `/errors`, `/llms.txt`. */
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { createErrorsHtml } from './errors-page.ts';
import { createLlmsText } from './llms.ts';
import { createOpenApi } from './openapi/openapi.ts';
import { ERRORS_PATH, ProblemError } from './problems.ts';

/** The reference runs a script of its own from here and styles itself; it asks no other host for anything. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function addDocumentation(app: FastifyInstance, publicUrl: string): Promise<void> {
  const openApi = JSON.stringify(createOpenApi(publicUrl));
  const [errors, llms] = [createErrorsHtml(), createLlmsText(publicUrl)];

  app.get('/openapi.json', async (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return openApi;
  });
  app.get('/llms.txt', async (_, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8');
    return llms;
  });
  app.get(ERRORS_PATH, async (_, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8');
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return errors;
  });
  await app.register(scalar, {
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
    hooks: {
      onRequest: (request, reply, done) => {
        reply.header('content-security-policy', PAGE_POLICY);
        // The reference makes a URL of these, and has no answer for where that is none.
        const isUrl = URL.canParse(request.url, `${request.protocol}://${request.hostname}`);
        done(isUrl ? undefined : new ProblemError('malformed_request', 'The header Host names no host.'));
      },
    },
  });
}
