/** Prints the screen of `npm run dev`, with colours only where the terminal supports them. */
import { styleText } from 'node:util';
import { describeEffects } from './describe.ts';
import type { Happening } from './sample-chain.ts';
import type { Example } from './showcase.ts';

const write = (text: string) => process.stdout.write(text);
const line = (text = '') => write(`${text}\n`);
const bold = (text: string) => styleText('bold', text);
const dim = (text: string) => styleText('dim', text);
const COLOURS = { grants: 'green', revokes: 'red', changes: 'yellow' } as const;
const CHAIN_COLUMN = 8;

export function showTitle(): void {
  line(`\n${bold('Mandate')} ${dim('on two local chains, with sample delegations')}\n`);
}

/** Shows a line while the work is running, and replaces it with the result. */
export async function showStep<T>(
  name: string,
  work: () => Promise<T>,
  outcome: (result: T) => string,
): Promise<T> {
  const shown = (mark: string, text = '') => `  ${mark} ${name.padEnd(9)} ${text}`;
  if (process.stdout.isTTY) write(shown(dim('…')));
  const clear = process.stdout.isTTY ? '\r\x1b[K' : '';
  try {
    const result = await work();
    line(clear + shown(styleText('green', '✓'), dim(outcome(result))));
    return result;
  } catch (error) {
    write(clear);
    throw error;
  }
}

export function showTable(rows: readonly (readonly [name: string, value: string])[]): void {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [names = 0, values = 0] = widths;
  const rule = (left: string, middle: string, right: string) =>
    dim(`  ${left}${'─'.repeat(names + 2)}${middle}${'─'.repeat(values + 2)}${right}`);
  const bar = dim('│');
  line(`\n${rule('┌', '┬', '┐')}`);
  for (const [name, value] of rows) {
    line(`  ${bar} ${bold(name.padEnd(names))} ${bar} ${styleText('cyan', value.padEnd(values))} ${bar}`);
  }
  line(`${rule('└', '┴', '┘')}\n`);
}

export function showText(text: string): void {
  line(`${text}\n`);
}

/** Not indented, so that a copied line is only the command. */
export function showExamples(url: string, examples: readonly Example[]): void {
  for (const { question, answer, path } of examples) {
    line(dim(`# ${question} → `) + styleText('green', answer));
    line(`curl -sw '\\n' '${url}${path}'\n`);
  }
}

const now = () => dim(new Date().toTimeString().slice(0, 8));

export function showNews(text: string): void {
  line(`${now()}  ${text}`);
}

export function showHappening({ chainName, block, replaced, effects, sent }: Happening): void {
  const start = `${now()}  ${chainName.padEnd(CHAIN_COLUMN)}  ${dim(`#${block.number}`.padEnd(5))} `;
  if (replaced > 0) {
    const last = `#${block.number}`;
    const undone =
      replaced === 1
        ? `${last} and undoes its changes`
        : `#${block.number - replaced + 1} to ${last} and undoes their changes`;
    line(`${start}${styleText('magenta', 'reorg')} replaces ${undone}`);
  }
  if (sent > 0) line(`${start}mines ${sent === 1 ? 'a transaction' : `${sent} transactions`} of yours`);
  const described = describeEffects(effects);
  if (described) {
    const { from, verb, rest } = described;
    line(`${start}${from} ${styleText(COLOURS[verb], verb)} ${rest}`);
  }
}

export function showEnd(): void {
  line(`  ${styleText('green', '✓')} stopped and cleaned up`);
}

export function showProblem(text: string): void {
  process.stderr.write(`${styleText('red', '✗', { stream: process.stderr })} ${text}\n`);
}
