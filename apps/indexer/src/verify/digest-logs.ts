import { createHash } from 'node:crypto';
import type { Log } from '@mandate/nodes';
import type { Hex } from 'viem';

/** Returns a digest that differs whenever the logs of a block differ. */
export function digestLogs(logs: readonly Log[]): Hex {
  const fields = logs.map(({ address, topics, data, log, tx }) => [address, topics, data, log, tx]);
  return `0x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`;
}
