/** Where workers write their logs: all to the same place, and no line of one into a line of another. */
import { fstatSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';

/** What is written to a pipe at once stays together only up to here. */
const PIPE_BYTES = 4_096;
const FILE_BYTES = 65_536;
const STDOUT = 1;

export interface LogDestination extends DestinationStream {
  flush(done?: (error?: Error) => void): void;
}

export function createLogDestination(fd = STDOUT): LogDestination {
  const maxWrite = isPipe(fd) ? PIPE_BYTES : FILE_BYTES;
  const destination = pino.destination({ dest: fd, sync: false, minLength: maxWrite / 2, maxWrite });
  return {
    write(text) {
      for (const piece of splitLines(text, maxWrite)) destination.write(piece);
    },
    flush: (done) => destination.flush(done),
  };
}

function isPipe(fd: number): boolean {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket();
}

/** Whole lines, as many as fit. One that does not fit stands alone. */
export function splitLines(text: string, mostBytes: number): string[] {
  if (Buffer.byteLength(text) <= mostBytes) return [text];
  const pieces: string[] = [];
  let [piece, bytes] = ['', 0];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const more = Buffer.byteLength(line);
    if (bytes > 0 && bytes + more > mostBytes) {
      pieces.push(piece);
      [piece, bytes] = ['', 0];
    }
    piece += line;
    bytes += more;
  }
  pieces.push(piece);
  return pieces;
}
