/** Finds how fast a chain's blocks come, and how to read them at that pace. */
import type { ConfiguredChain } from '@mandate/config';
import type { Source } from '@mandate/nodes';
import type { Pace } from './poll-schedule.ts';

/** Up to 30 blocks a minute, each block is read by its hash. */
const MIN_CAREFUL_MS = 2_000;
/** Unknown block times are measured over this many blocks. */
const MEASURED_BLOCKS = 1_000;
/** A chain that mines on demand may be slow for days: it is polled as if blocks came at least this often. */
const MAX_MEASURED_MS = 4_000;

export async function findPace(
  chain: Pick<ConfiguredChain, 'blockTimeMs' | 'pollMs' | 'form'>,
  source: Source,
): Promise<Pace> {
  const blockTimeMs = chain.blockTimeMs ?? (await measureBlockTime(source));
  const form = chain.form ?? (blockTimeMs < MIN_CAREFUL_MS ? 'fast' : 'careful');
  return { blockTimeMs, pollMs: chain.pollMs, form };
}

async function measureBlockTime(source: Source): Promise<number> {
  const head = await source.getHead();
  const before = head.number - MEASURED_BLOCKS;
  const [header] = before >= 0 ? await source.findHeaders([before]) : [];
  if (!header) return MIN_CAREFUL_MS;
  return Math.min(MAX_MEASURED_MS, ((head.timestamp - header.timestamp) * 1_000) / MEASURED_BLOCKS);
}
