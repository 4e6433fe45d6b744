/** Answers messages of the Model Context Protocol, each by itself: there are no sessions. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { JsonObject } from '../request/read-body.ts';
import type { CallTool } from './call-tool.ts';
import { INSTRUCTIONS, TOOLS } from './tools.ts';
import { quoteUntrusted } from './untrusted.ts';

interface Answering {
  readonly callTool: CallTool;
  readonly version: string;
  /** Nothing of an unexpected error is told to the client. */
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

type AnswerMessage = (caller: FastifyRequest, message: JsonObject) => Promise<Response>;

/** Headers of the protocol's newer revision, which repeat what the body says. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
/** The answer is always JSON, whatever a client can read besides. */
const FIXED_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export function createAnswerMessage({ callTool, version, onFailure }: Answering): AnswerMessage {
  const callers = new WeakMap<Request, FastifyRequest>();
  const tools = [...TOOLS.values()].map(({ listed }) => ({ ...listed }));

  function createServer(caller: FastifyRequest): Server {
    const server = new Server(
      { name: 'mandate', title: 'Mandate', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const called = callTool(caller, params.name, params.arguments);
      if (!called)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${quoteUntrusted(params.name)}. tools/list lists them.`,
        );
      return called.catch((error: unknown) => {
        onFailure(error, caller);
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          'Internal error. The request id is in the log. This is not a "no".',
        );
      });
    });
    return server;
  }

  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo);
      if (!caller) throw new TypeError('A message without its request.');
      return createServer(caller);
    },
    // Nothing here changes, so there is nothing to subscribe to, and no stream to hold open.
    { legacy: 'reject', maxSubscriptions: 0 },
  );

  /** Answers clients of the revisions of 2025, which begin with `initialize`. */
  async function answerLegacy(caller: FastifyRequest, request: Request, message: JsonObject) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createServer(caller);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  return async (caller, message) => {
    const headers = new Headers(FIXED_HEADERS);
    for (const name of PROTOCOL_HEADERS) {
      const given = caller.headers[name];
      if (given !== undefined) headers.set(name, String(given));
    }
    // Only the path of the URL could matter, and only one leads here.
    const request = new Request('http://mandate/mcp', { method: 'POST', headers });
    callers.set(request, caller);
    return (await isLegacyRequest(request, message))
      ? answerLegacy(caller, request, message)
      : modern.fetch(request, { parsedBody: message });
  };
}
