/** Chains that no indexer follows: the ledger of each is written by hand, one for each reason not to know. */
import { createWriter, type Database } from '@mandate/store';
import { block } from '@mandate/testing/database';
import { UNFOLLOWED } from '@mandate/testing/ledger-api';
import { AUDITED_CHAIN, writeAudited } from './audited-chain.ts';
import { PROVISIONAL_CHAIN, writeProvisional } from './provisional-chain.ts';
import { UNCERTAIN_CHAIN, writeUncertain } from './uncertain-chain.ts';
import { UNVERIFIED_CHAIN, writeUnverified } from './unverified-chain.ts';

export const NODES = { nodes: ['http://127.0.0.1:9'] };
const V1 = '0x00000000000076A84feF008CDAbe6409d2FE638B';
const V2 = '0x00000000000000447e69651d841bD8D104Bed493';
export const SILENT_S = 1;
/** Their entries in `CHAINS`. */
export const WRITTEN = {
  250: NODES,
  137: NODES,
  42161: NODES,
  56: NODES,
  100: { ...NODES, maxLagSeconds: SILENT_S, maxQuietSeconds: 'unlimited' },
  8453: { ...NODES, registries: { v2: V2 } },
  59144: { ...UNFOLLOWED, registries: { v1: V1, v2: V2 } },
  [UNCERTAIN_CHAIN]: UNFOLLOWED,
  [UNVERIFIED_CHAIN]: UNFOLLOWED,
  [AUDITED_CHAIN]: { ...UNFOLLOWED, registries: { v1: V1, v2: V2 } },
  [PROVISIONAL_CHAIN]: { ...UNFOLLOWED, registries: { v1: V1, v2: V2 } },
};
const FAR = { head: 100_000, safe: 0, finalized: 0 };

/** Writes all of them but 59144, whose blocks a test replaces, and 250, which stays unread. */
export async function writeByHand(database: Database): Promise<void> {
  await writeDoubts(database);
  await writeUncertain(database);
  await writeUnverified(database);
  await writeProvisional(database);
  await writeAudited(database);
}

/** A chain for each thing that can keep the service from knowing. */
async function writeDoubts(database: Database): Promise<void> {
  const writer = createWriter(database);
  for (const chainId of [137, 42161, 56, 100]) await writer.open(chainId, block(0), FAR);
  await writer.taint(42161, block(0), 'A block that was final was replaced.');
  await writer.mark(56, block(0), FAR, 'following');
  await writer.mark(100, block(0), { head: 0, safe: 0, finalized: 0 }, 'following');
}
