/** Asks over one connection, one request after the other, with as little work as possible: the generator shares the machine. */
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
const CHUNKS_END = '\r\n0\r\n\r\n';

/** Tells whether all bytes of an answer are there. */
export function isComplete(answer: string): boolean {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return false;
  const head = answer.slice(0, end).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return length === undefined
    ? answer.endsWith(CHUNKS_END)
    : answer.length >= end + HEAD_END.length + Number(length);
}

/** Writes a request with an address that the server counts it by. */
export const writeRequest = (path: string, address: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;

/** Sends each request when the one before is answered with status 200. Calls `note` after each answer. */
export async function exchange(url: string, requests: readonly string[], note: () => void): Promise<void> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  socket.setEncoding('latin1');
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<string>;
  try {
    for (const request of requests) {
      socket.write(request);
      let answer = '';
      while (!isComplete(answer)) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The server closed the connection.');
        answer += value;
      }
      if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(answer.slice(0, answer.indexOf('\r\n')));
      note();
    }
  } finally {
    socket.destroy();
  }
}
