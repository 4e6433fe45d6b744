/** Turns what a program writes to a terminal into styled lines, each with the time at which it was complete. */

interface Span {
  readonly text: string;
  readonly style: string;
}
export interface Line {
  readonly atMs: number;
  readonly spans: readonly Span[];
}

/** The colours that our programs use. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  35: 'magenta',
  36: 'cyan',
};

const ESCAPE = '\x1b';
const CONTROLS = new RegExp(`(\n|\r|${ESCAPE}\\[[\\d;?]*[A-Za-z])`);

export function createTerminal() {
  const done: Line[] = [];
  let spans: Span[] = [];
  let style = '';

  function put(text: string): void {
    if (text) spans.push({ text, style });
  }
  function writePart(part: string, atMs: number): void {
    if (part === '\n') {
      done.push({ atMs, spans });
      spans = [];
    } else if (part === '\r') spans = [];
    else if (part.startsWith(ESCAPE) && part.endsWith('m'))
      style = STYLES[part.slice(ESCAPE.length + 1, -1)] ?? '';
    else if (!part.startsWith(ESCAPE)) put(part);
  }
  return {
    write(text: string, atMs: number) {
      const parts = text.replaceAll('\r\n', '\n').split(CONTROLS);
      for (const part of parts) writePart(part, atMs);
    },
    /** Returns the lines so far. The last one may be unfinished. */
    lines: (): readonly Line[] =>
      spans.length > 0 ? [...done, { atMs: done.at(-1)?.atMs ?? 0, spans }] : done,
  };
}

const MAX_PAUSE_MS = 3_000;

/** Shortens the time between two lines where nothing happens. */
export function withoutLongPauses(lines: readonly Line[]): Line[] {
  let saved = 0;
  let before = 0;
  return lines.map(({ atMs, spans }) => {
    saved += Math.max(0, atMs - before - MAX_PAUSE_MS);
    before = atMs;
    return { atMs: atMs - saved, spans };
  });
}
