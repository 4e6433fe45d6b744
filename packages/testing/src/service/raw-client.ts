/** Sends raw bytes, including requests that no HTTP library would send, and reads the answers. */
import { connect, type Socket } from 'node:net';

const ANSWER_TIMEOUT_MS = 20_000;

export interface RawRequest {
  readonly bytes: Buffer;
  /** The answer to a HEAD request has no body, whatever its headers say. */
  readonly head?: boolean;
  /** Another request can follow on the same connection. */
  readonly reusable?: boolean;
  /** Ends our side of the connection after the last byte, so that an incomplete request stays incomplete. */
  readonly end?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The status line and the header lines, unchanged. */
  readonly lines: readonly string[];
  /** The body, without the frames of its chunks. */
  readonly bytes: Buffer;
}

export type RawClient = ReturnType<typeof createRawClient>;

/** Uses one connection at a time, and opens a new one if the last was closed or can't be used again. */
export function createRawClient(port: number) {
  let idle: Socket | null = null;

  /** `null` if the connection was closed without an answer. */
  async function send({ bytes, head = false, reusable = true, end = false }: RawRequest) {
    const socket = idle && !idle.destroyed && reusable ? idle : connect(port, '127.0.0.1');
    if (socket !== idle) idle?.destroy();
    idle = null;
    const answer = await exchange(socket, bytes, head, end);
    const closing = answer?.headers.get('connection') === 'close';
    if (reusable && answer && !closing && !socket.destroyed) idle = socket;
    else socket.destroy();
    return answer;
  }

  return { send, close: () => idle?.destroy() };
}

function exchange(socket: Socket, bytes: Buffer, head: boolean, end: boolean): Promise<RawAnswer | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const finish = (answer: RawAnswer | null) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      // An error after the answer was read does not matter.
      socket.on('error', () => {});
      resolve(answer);
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer within ${ANSWER_TIMEOUT_MS} ms, only: ${received.toString('latin1')}`));
    }, ANSWER_TIMEOUT_MS);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received, head, false);
      if (answer) finish(answer);
    });
    // Bytes that arrived before the connection broke are still an answer.
    const atEnd = () => finish(readAnswer(received, head, true));
    socket.on('close', atEnd);
    socket.on('error', atEnd);
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}

function readAnswer(received: Buffer, head: boolean, ended: boolean): RawAnswer | null {
  const text = received.toString('latin1');
  const blank = text.indexOf('\r\n\r\n');
  if (blank === -1) return null;
  const [first = '', ...lines] = text.slice(0, blank).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const rest = received.subarray(blank + 4);
  // Skips 100 Continue, which precedes the answer.
  if (status < 200) return readAnswer(rest, head, ended);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bytes = head || status === 204 || status === 304 ? Buffer.alloc(0) : readBody(rest, headers, ended);
  return bytes && { status, headers, body: bytes.toString(), lines: [first, ...lines], bytes };
}

function readBody(rest: Buffer, headers: ReadonlyMap<string, string>, ended: boolean): Buffer | null {
  const length = headers.get('content-length');
  if (length !== undefined) {
    return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : null;
  }
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest);
  return ended ? rest : null;
}

/** `null` if the last chunk is missing. */
function readChunks(rest: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at);
    if (line === -1) return null;
    const length = Number.parseInt(rest.toString('latin1', at, line), 16);
    if (rest.length < line + 2 + length + 2) return null;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}
