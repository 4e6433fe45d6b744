/** Sends bytes as they are, so that what no HTTP library would send arrives too, and reads what comes back. */
import { connect, type Socket } from 'node:net';

const ANSWER_TIMEOUT_MS = 20_000;

export interface RawRequest {
  readonly bytes: Buffer;
  /** A HEAD has no body, whatever its headers say. */
  readonly head?: boolean;
  /** Whether another request can follow over the same connection. */
  readonly reusable?: boolean;
  /** Ends our side after the last byte: what is incomplete stays so. */
  readonly end?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The status line and the header lines as they came. */
  readonly lines: readonly string[];
  /** The body as it came, without the frames of its chunks. */
  readonly bytes: Buffer;
}

export interface RawClient {
  /** Null: the connection was closed without an answer. */
  send(request: RawRequest): Promise<RawAnswer | null>;
  close(): void;
}

/** One connection after the other: a new one when the last was closed or can't be used again. */
export function createRawClient(port: number): RawClient {
  let idle: Socket | null = null;

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
      // A connection that breaks after its answer was read breaks for nobody.
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
    // What had arrived before the connection broke is an answer all the same.
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
  // 100 Continue is on the way to the answer.
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

/** Null: the last chunk is not there yet, or will never be. */
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
