/** Serves the tools of a service over stdin and stdout. Lists and calls are the service's own: there is one list of tools. */
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Client, MandateError } from '@mandate/sdk';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

type Fields = Record<string, unknown>;

interface Forwarding {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  /** Called when the service has answered, so that an assistant may begin. */
  readonly onReady: () => void;
}

/** The revision that the service is asked in. It answers in any: its results have the same fields. */
const PROTOCOL_VERSION = '2025-11-25';
const PATH = '/mcp';

/** Ends when the assistant closes the input. Throws if the service does not answer at the start. */
export async function forwardTools(client: Client, forwarding: Forwarding): Promise<void> {
  const { input, output, version, onReady } = forwarding;
  const about = await introduce(client, version);
  const createServer = () => {
    const server = new Server(about.serverInfo, {
      capabilities: { tools: {} },
      ...(about.instructions === undefined ? {} : { instructions: about.instructions }),
    });
    server.setRequestHandler('tools/list', async ({ params }, { mcpReq: { signal } }) => {
      const { tools, ...rest } = await askOrRefuse(client, 'tools/list', { ...params }, signal);
      return { ...rest, tools: tools as [] };
    });
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given } }, { mcpReq: { signal } }) =>
      call(client, { name, arguments: given }, signal),
    );
    return server;
  };
  const ended = finished(input, { writable: false }).catch(() => {});
  const connection = serveStdio(createServer, { transport: new StdioServerTransport(input, output) });
  onReady();
  await ended;
  await connection.close();
}

interface About {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions?: string;
}

async function introduce(client: Client, version: string): Promise<About> {
  const { serverInfo, instructions } = await ask(client, 'initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'mandate mcp', version },
  });
  return {
    serverInfo: serverInfo as About['serverInfo'],
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

/** A question that could not be asked is an answer of the tool: the assistant must not take it for a "no". */
async function call(client: Client, params: Fields, signal: AbortSignal) {
  try {
    const { content, ...rest } = await ask(client, 'tools/call', params, signal);
    return { ...rest, content: content as [] };
  } catch (error) {
    if (!(error instanceof MandateError)) throw error;
    const text = `Unknown, which is not "no": ${error.detail}`;
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

async function askOrRefuse(client: Client, method: string, params: Fields, signal: AbortSignal) {
  try {
    return await ask(client, method, params, signal);
  } catch (error) {
    if (!(error instanceof MandateError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.detail);
  }
}

/** Sends one message and returns its result. The client waits out limits, and sends the key. */
async function ask(client: Client, method: string, params: Fields, signal?: AbortSignal): Promise<Fields> {
  const { url, body } = await client.send(
    PATH,
    signal,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  );
  const { result, error } = parse(body);
  if (error) throw ProtocolError.fromError(error.code, error.message);
  if (result) return result;
  const detail = `${url} answers in an unexpected format. Check the URL of the service.`;
  throw new MandateError({ code: 'unexpected_answer', detail });
}

function parse(body: string): { result?: Fields; error?: { code: number; message: string } } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
