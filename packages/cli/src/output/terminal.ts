/** The output of the command and its capabilities. */
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** False when the output is piped: then it is JSON. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly now: () => number;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Shows one line that replaces itself, and that nothing else reads. `undefined` if nobody would see it. */
  readonly showProgress?: (text: string) => void;
  /** The streams themselves, for a command that is a program's and not a person's. */
  readonly stdio?: { readonly input: Readable; readonly output: Writable };
  /** Aborted when the reader of the output is gone. */
  readonly signal?: AbortSignal;
}

export type Style = 'green' | 'red' | 'yellow' | 'dim' | 'bold';
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, number>> = { green: 32, red: 31, yellow: 33, dim: 2, bold: 1 };

/** Follows https://no-color.org. */
export function createPaint({ environment, isTerminal }: Terminal): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  const isPainted = FORCE_COLOR ? FORCE_COLOR !== '0' : isTerminal && !NO_COLOR && TERM !== 'dumb';
  return (style, text) => (isPainted && text ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
}

/** Removes control characters, so that a service cannot control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ');
}
