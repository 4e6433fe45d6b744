/** Closes a connection whose client was refused before its body was read. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The time that a refused client has to read the answer. */
const LINGER_MS = 2_000;

/** Tells whether the next bytes on the connection of an answered request would be the rest of its body. */
export function hasUnreadBody({ headers, readableEnded }: IncomingMessage): boolean {
  if (readableEnded) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Ends the connection after the answer, and destroys it a little later: at once, a client that is still sending would lose
 * the answer. Meanwhile nothing is read. Call this before the answer is written.
 */
export function lingerAfterAnswer(socket: Socket): void {
  // Node itself would destroy the socket as soon as the last answer is written.
  socket.destroySoon = () => {
    socket.end();
    destroyLater(socket);
    // Node resumes the socket to discard the body. The pause has to come after that.
    setImmediate(() => socket.pause());
  };
}

export function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
