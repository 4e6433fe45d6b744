/** Serves the descriptions of the API that are made from its operations: `/openapi.json`, `/errors`, `/llms.txt`. */
import type { FastifyInstance } from 'fastify';
import { keepCompressed } from '../http/compression.ts';
import { listInlineHashes } from '../http/inline-hashes.ts';
import { ERRORS_PATH } from '../http/problems.ts';
import type { ServedSites } from './brand.ts';
import { createErrorsHtml } from './errors-page.ts';
import { createLlmsText } from './llms.ts';
import { createOpenApi } from './openapi.ts';

const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addDocumentation(app: FastifyInstance, publicUrl: string, served: ServedSites): void {
  const errors = createErrorsHtml(served);
  const hashesOf = (tag: 'script' | 'style') => listInlineHashes(errors, tag).join(' ');
  const errorsPolicy = `default-src 'none'; script-src ${hashesOf('script')}; style-src ${hashesOf('style')}; img-src 'self'; ${CLOSED}`;
  const texts = [
    ['/openapi.json', 'application/json', JSON.stringify(createOpenApi(publicUrl)), {}],
    ['/llms.txt', 'text/plain', createLlmsText(publicUrl), {}],
    [ERRORS_PATH, 'text/html', errors, { 'content-security-policy': errorsPolicy }],
  ] as const;
  for (const [path, type, text, headers] of texts) {
    const file = keepCompressed(Buffer.from(text));
    app.get(path, async (_, reply) => {
      reply.headers({ 'content-type': `${type}; charset=utf-8`, ...headers });
      return file;
    });
  }
}
