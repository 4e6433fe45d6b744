/** `mandate watch`: runs until Ctrl-C. */
import { type Address, type Change, type Client, watchChanges } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, readChains, UsageError, type Values } from '../options.ts';
import { createPaint, type Paint, type Style, type Terminal } from '../output/terminal.ts';
import { describeGrant, writeJsonLine } from '../output/words.ts';

export const WATCH: Command = {
  usage: '[<wallet>]',
  about: 'print every change until Ctrl-C',
  options: ['chain', 'contract', 'cursor'],
  examples: [
    'watch',
    'watch 0x… --chain 1,8453',
    'watch --cursor start --json > changes.jsonl',
    'watch --cursor time:2026-01-31T12:00:00Z',
  ],
  run: runWatch,
};

async function runWatch(
  client: Client,
  [wallet, ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (more.length > 0) throw new UsageError('watch takes at most one wallet: mandate watch [<wallet>].');
  assertOptions(values, 'watch', [], ['chain', 'contract', 'cursor']);
  const { signal } = terminal;
  const paint = createPaint(terminal);
  const isJson = values.json || !terminal.isTerminal;
  const asked = {
    wallet: wallet as Address | undefined,
    contract: values.contract as Address | undefined,
    chainIds: readChains(values.chain),
    cursor: values.cursor,
    signal,
  };
  try {
    for await (const watched of watchChanges(client, asked)) {
      terminal.print(isJson ? writeJsonLine(watched) : describe(watched.change, paint));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return 0;
}

const STYLES: Readonly<Record<Change['change'], Style>> = {
  granted: 'green',
  amountChanged: 'yellow',
  revoked: 'red',
};
const NAMES: Readonly<Record<Change['change'], string>> = {
  granted: 'granted',
  amountChanged: 'amount',
  revoked: 'revoked',
};

function describe(change: Change, paint: Paint): string {
  const { chainId, block, from, to, undone } = change;
  const what = paint(STYLES[change.change], NAMES[change.change].padEnd(7));
  const where = paint('dim', `chain ${chainId}, block ${block}`);
  return [
    `${undone ? paint('yellow', 'undone: ') : ''}${what}  ${describeGrant(change)}  ${where}`,
    `         from ${from} to ${to}`,
  ].join('\n');
}
