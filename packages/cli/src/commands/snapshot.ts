/** `mandate snapshot`: prints one JSON line per delegation. */
import { type Address, type Client, readSnapshot } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { assertOptions, readRegistry, readWhole, UsageError, type Values } from '../options.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeJsonLine } from '../output/words.ts';

export const SNAPSHOT: Command = {
  usage: '--chain <id> --block <n> --contract <address>',
  about: 'print all delegations of a contract at a finalized block, as JSON lines',
  options: ['chain', 'block', 'contract', 'registry'],
  examples: ['snapshot --chain 1 --block 21000000 --contract 0x… > snapshot.jsonl'],
  run: runSnapshot,
};

async function runSnapshot(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('snapshot takes options only: --chain, --block, --contract.');
  assertOptions(values, 'snapshot', ['chain', 'block', 'contract'], ['registry']);
  const { chain = '', block = '', contract } = values;
  const registry = readRegistry(values, ['all', 'v1', 'v2']);
  const asked = {
    chainId: readWhole('chain', chain),
    block: readWhole('block', block),
    contract: contract as Address,
    registries: registry === 'all' ? undefined : [registry],
    signal: terminal.signal,
  };
  try {
    for await (const record of readSnapshot(client, asked)) terminal.print(writeJsonLine(record));
  } catch (error) {
    if (!terminal.signal?.aborted) throw error;
  }
  return 0;
}
