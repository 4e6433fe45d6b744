/** `mandate snapshot`: prints one JSON line per delegation. */
import type { Client } from '../create-client.ts';
import type { Address } from '../hex.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { assertOptions, readWhole, UsageError, type Values } from './options.ts';
import type { Terminal } from './terminal.ts';
import { writeJsonLine } from './words.ts';

export async function runSnapshot(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('snapshot takes options only: --chain, --block, --contract.');
  assertOptions(values, 'snapshot', ['chain', 'block', 'contract'], ['v1']);
  const { chain = '', block = '', contract, v1 } = values;
  const asked = {
    chainId: readWhole('chain', chain),
    block: readWhole('block', block),
    contract: contract as Address,
    registries: v1 ? (['v1'] as const) : undefined,
    signal: terminal.signal,
  };
  try {
    for await (const record of readSnapshot(client, asked)) terminal.print(writeJsonLine(record));
  } catch (error) {
    if (!terminal.signal?.aborted) throw error;
  }
  return 0;
}
