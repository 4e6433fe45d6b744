/** For tests: a ledger of a local chain that has no more blocks to come, with three nodes, as an indexer wrote it. */
import type { ConfiguredChain } from '@mandate/config';
import type { LocalChain } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import { createFollower, repair } from '@mandate/indexer';
import { followedChain } from '@mandate/indexer/testing/followed-chain';
import { createNode } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase } from '@mandate/testing/ledger/database';

const NODES = 3;

export type AuditedLedger = Awaited<ReturnType<typeof startAuditedLedger>>;

/** A chain with one node. Without `isStill`, its answers are not kept: there may be too many. */
export async function startAuditedLedger(
  chain: Pick<LocalChain, 'chainId' | 'url' | 'registries'>,
  { isStill = true } = {},
) {
  const [db, nodes] = await Promise.all([
    createTestDatabase(),
    Promise.all(Array.from({ length: NODES }, () => createMisbehavingNode(chain.url, { isStill }))),
  ]);
  const { chainId } = chain;
  const writer = createWriter(db.database);
  const evidence = { bloom: false, receipts: false, header: false, headersFrom: 0, proofs: false };
  const followed = followedChain(chain, { evidence });
  const source = createNode(chain.url, chainId);
  const follower = createFollower(followed, source, writer);
  const followToHead = async () => {
    while ((await follower.step()).type !== 'idle');
  };
  await followToHead();

  /** Saves all rows, to be compared with later ones. */
  async function listRows(): Promise<string[]> {
    const { rows } = await db.database.query<{ row: string }>(
      `select (to_jsonb(d) - 'id')::text as row from delegation d order by 1`,
    );
    return rows.map(({ row }) => row);
  }

  return {
    ...db,
    /** Repairs wallets, as an operator does while the indexer runs. */
    async repair(vaults: readonly Address[]) {
      await repair(followed, source, writer, vaults);
      await followToHead();
    },
    nodes: nodes as readonly MisbehavingNode[],
    listRows,
    /** The chain as an operator configures it, with so many of its nodes. */
    configure(count: number, { proofs }: { readonly proofs: boolean }): ConfiguredChain {
      const limits = { callsPerSecond: null, callsPerMonth: null, costPerMillionCalls: null };
      return {
        chainId,
        name: 'Local',
        explorer: null,
        testnet: true,
        registries: followed.registries,
        possibleRegistries: {},
        nodes: nodes
          .slice(0, count)
          .map(({ url }, i) => ({ url, label: `node-${i}`, isNamed: true, stateOnly: false, ...limits })),
        publicNode: null,
        quorum: count > 1 ? 2 : 1,
        evidence: { ...evidence, header: proofs, proofs },
        depths: followed.depths,
        needsTo: false,
        startBlock: 1,
        blockTimeMs: null,
        pollMs: null,
        form: null,
        maxLag: { ms: 60_000, blockAgeMs: null },
      };
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await db.drop();
    },
  };
}
