/** The end of a connection whose client was refused before its body was read. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that was refused may take to read why. */
const LINGER_MS = 2_000;

/** Of a request that was answered: what comes next over its connection would be the rest of its body. */
export function hasUnreadBody({ headers, readableEnded }: IncomingMessage): boolean {
  if (readableEnded) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Says the end, and closes a little later: at once, the answer would be lost to a client that is still sending. Meanwhile
 * nothing of it is read. To be called before the answer is written.
 */
export function lingerAfterAnswer(socket: Socket): void {
  // Node's own way to close after the last answer of a connection closes as soon as that is written.
  socket.destroySoon = () => {
    socket.end();
    destroyLater(socket);
    // Node has told the socket to go on, so as to throw the body away: that is to come first.
    setImmediate(() => socket.pause());
  };
}

export function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
