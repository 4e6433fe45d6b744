/** Rewrites the ledger's rows of some wallets as the chain has them. */
import type { Address } from '@mandate/core';
import { type Log, NodeBehindError, type Source } from '@mandate/nodes';
import type { Block, Checkpoint, EventfulBlock, Repaired, Writer } from '@mandate/store';
import type { FollowedChain } from '../follow/following.ts';
import { createVaultReader, type VaultHistory, type VaultReader } from '../repair/vault-history.ts';
import { digestLogs } from '../verify/digest-logs.ts';

/** The newest blocks may be replaced while they are read: they are then read again, up to this often. */
const MAX_TRIES = 5;

type RepairedChain = Pick<FollowedChain, 'chainId' | 'registries' | 'evidence' | 'startBlock'>;

/**
 * Reads all logs of a chain again and rewrites the rows of these wallets that differ, in one transaction. The indexer may
 * run meanwhile: it goes back a block and follows from there. Returns a message for the operator.
 */
export async function repair(
  chain: RepairedChain,
  source: Source,
  writer: Writer,
  vaults: readonly Address[],
  onRange: (block: number, upTo: number) => void = () => {},
): Promise<string> {
  const { chainId } = chain;
  const checkpoint = await writer.findCheckpoint(chainId);
  if (!checkpoint) return `Chain ${chainId} is not in the ledger: there is nothing to repair.`;
  if (checkpoint.state === 'tainted') return `Chain ${chainId} is tainted: run rebuild --chain ${chainId}.`;
  const reader = createVaultReader(source, {
    ...chain,
    registries: checkpoint.registries ?? chain.registries,
    vaults: new Set(vaults),
    onRange,
  });
  const final = await findFinal(writer, chainId, checkpoint);
  const upToFinal = final ? await reader.continue(reader.start(), final) : reader.start();
  for (let tries = 1; ; tries++) {
    const { block } = (await writer.findCheckpoint(chainId)) ?? checkpoint;
    const target = await writer.findBlockUpTo(chainId, block.number - 1);
    if (!target)
      return `The ledger of chain ${chainId} is still at its first block: there is nothing to repair.`;
    try {
      const history = await readNewest(reader, writer, chainId, upToFinal, target);
      return describe(chainId, vaults, await writer.repair(chainId, { ...history, vaults, block: target }));
    } catch (error) {
      if (tries === MAX_TRIES || !(await isReplaced(writer, chainId, target, error))) throw error;
    }
  }
}

async function readNewest(
  reader: VaultReader,
  writer: Writer,
  chainId: number,
  upToFinal: VaultHistory,
  target: Block,
): Promise<VaultHistory> {
  const logs: Log[] = [];
  const history = await reader.continue(upToFinal, target, (some) => logs.push(...some));
  assertSameLogs(chainId, await writer.listEventful(chainId, upToFinal.last.number, target.number), logs);
  return history;
}

/** Finds the newest final block below the checkpoint that the ledger has. No reorg reaches it. */
async function findFinal(
  writer: Writer,
  chainId: number,
  { finalized, block }: Checkpoint,
): Promise<Block | null> {
  return finalized === null ? null : writer.findBlockUpTo(chainId, Math.min(finalized, block.number - 1));
}

/**
 * Throws if the newest blocks do not have the logs that the indexer read: a server that is behind others leaves out some.
 */
function assertSameLogs(chainId: number, known: readonly EventfulBlock[], logs: readonly Log[]): void {
  const seen = Map.groupBy(logs, ({ block }) => block);
  const isSame = ({ number, hash, logsDigest }: EventfulBlock) => {
    const ofBlock = seen.get(number) ?? [];
    if (ofBlock[0]?.blockHash !== hash) return false;
    return !logsDigest || digestLogs(ofBlock) === logsDigest;
  };
  if (known.length === seen.size && known.every(isSame)) return;
  throw new NodeBehindError(
    `The newest blocks of chain ${chainId} have other logs than those that the indexer read. Run the command again in a minute.`,
  );
}

/** Returns whether the nodes or the ledger replaced the newest blocks meanwhile. */
async function isReplaced(writer: Writer, chainId: number, target: Block, error: unknown): Promise<boolean> {
  if (error instanceof NodeBehindError) return true;
  const held = await writer.findBlockUpTo(chainId, target.number);
  return held?.hash !== target.hash;
}

function describe(chainId: number, vaults: readonly Address[], { removed, written }: Repaired): string {
  const [only] = vaults;
  const whose = only && vaults.length === 1 ? only : `${vaults.length} wallets`;
  if (removed.length + written.length === 0)
    return `Chain ${chainId}: the rows of ${whose} are as the chain has them. Audit marks were cleared.`;
  return (
    `Chain ${chainId}: of ${whose}, ${countRows(removed.length)} removed and ${countRows(written.length)} written. Audit marks ` +
    'were cleared. Copies of the ledger load it again, and readers of the feed start again.'
  );
}

const countRows = (rows: number) => `${rows} ${rows === 1 ? 'row was' : 'rows were'}`;
