import type { Terminal } from '../output/terminal.ts';
import { run } from '../run.ts';

/** Runs the command with these words and returns its exit code and everything it printed. */
export async function typeCommand(url: string, line: string, terminal: Partial<Terminal> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(line.split(' ').filter(Boolean), {
    environment: { MANDATE_URL: url, NO_COLOR: '1' },
    isTerminal: true,
    columns: 100,
    now: () => 1_700_000_012_000,
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
    ...terminal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
