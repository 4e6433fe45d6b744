/** Holds connections open: bodies that never end, answers that nobody reads, streams. */
import { connect, type Socket } from 'node:net';
import { repeatPerSecond } from '../pace.ts';

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const DRIP_EVERY_MS = 1_000;
/** Marks a client that was disconnected without an answer. */
const NO_ANSWER = 0;

export interface HeldOptions {
  readonly url: string;
  /** The maximum number of open connections. */
  readonly open: number;
  readonly openedPerS: number;
  /** Returns the head of the nth request and the bytes sent with it. */
  readonly write: (number: number) => readonly (string | Buffer)[];
  /** Sends one byte per second until the connection ends. */
  readonly drips?: boolean;
  /** Reads only the first bytes of the answer. */
  readonly isUnread?: boolean;
  /** The client closes the connection after this time. Without it, the server must. */
  readonly heldMs?: number;
  readonly onSent: () => void;
  readonly onStatus: (status: number) => void;
}

/** Opens connections at this rate up to the maximum, and replaces those that end. */
export function holdSockets(options: HeldOptions): void {
  const { url, open, openedPerS, write, drips, isUnread, heldMs, onSent, onStatus } = options;
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let opened = 0;

  function start(): void {
    if (sockets.size >= open) return;
    const number = opened++;
    const socket = connect(Number(port), hostname);
    let isAnswered = false;
    const note = (status: number) => {
      if (!isAnswered) onStatus(status);
      isAnswered = true;
    };
    sockets.add(socket);
    onSent();
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const status = Number(STATUS.exec(bytes.toString('latin1', 0, 16))?.[1] ?? NO_ANSWER);
      const isFirst = !isAnswered;
      note(status);
      if (isFirst && status >= 300) socket.destroy();
      else if (isUnread) socket.pause();
    });
    socket.once('close', () => {
      note(NO_ANSWER);
      sockets.delete(socket);
    });
    if (heldMs) setTimeout(() => socket.destroy(), heldMs);
    for (const part of write(number)) socket.write(part);
  }

  repeatPerSecond(openedPerS, start);
  setInterval(() => {
    if (drips) for (const socket of sockets) if (socket.writable) socket.write(' ');
  }, DRIP_EVERY_MS);
}

export function writeHead(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries({ host: 'mandate.example', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
