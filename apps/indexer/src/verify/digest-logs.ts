import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { Log } from '../nodes/source.ts';

/** Returns a digest that differs whenever the logs of a block differ. */
export function digestLogs(logs: readonly Log[]): Hex {
  const fields = logs.map(({ address, topics, data, log, tx }) => [address, topics, data, log, tx]);
  return `0x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`;
}
