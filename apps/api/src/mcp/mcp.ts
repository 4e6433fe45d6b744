/** `POST /mcp`: the operations as tools of assistants, over the Model Context Protocol. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { addPreflight } from '../http/headers.ts';
import type { JsonObject } from '../request/read-body.ts';
import { createAnswerMessage } from './answer-message.ts';
import { createCallTool } from './call-tool.ts';
import { createAssertOrigin } from './origins.ts';
import { MAX_MESSAGE_BYTES, readMessage } from './read-message.ts';

const PATH = '/mcp';
const CORS = {
  methods: ['POST'],
  allowedHeaders: [
    'Content-Type',
    'X-API-KEY',
    'X-Request-Id',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
  ],
};

interface McpOptions {
  readonly publicUrl: string;
  /** The origins whose pages may use it, besides the service's own. */
  readonly origins: readonly string[];
  readonly log: Logger;
}

export async function addMcp(app: FastifyInstance, { publicUrl, origins, log }: McpOptions) {
  const assertOrigin = createAssertOrigin(publicUrl, origins);
  const callTool = createCallTool(app);
  const answerMessage = createAnswerMessage({
    callTool,
    version: manifest.version,
    onFailure: (error, { id: requestId }) => log.error({ err: error, requestId }, 'a tool failed'),
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
      readMessage(bytes),
    );
    addPreflight(scope, PATH, CORS);
    scope.route({
      method: 'POST',
      url: PATH,
      bodyLimit: MAX_MESSAGE_BYTES,
      config: { operation: 'mcp', takesKeys: true, counted: true, asksItself: true },
      // Before the body is read.
      onRequest: async (request) => assertOrigin(request),
      handler: async (request, reply) => {
        const answer = await answerMessage(request, request.body as JsonObject);
        const type = answer.headers.get('content-type');
        if (type) reply.header('content-type', type);
        return reply.code(answer.status).send(await answer.text());
      },
    });
  });
}
