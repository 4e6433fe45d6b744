/** Chooses the two blocks at which storage is compared: recent ones that the nodes agree on and have the state of. */
import { NodeBehindError, RpcError, type Source, UnprovenError } from '@mandate/nodes';
import type { AuditStore, Block, Checkpoint } from '@mandate/store';

/** Below the newest block by this much, reorgs are rare, and nodes still have the state. */
const DEPTH = 16;

export interface ChosenBlocks {
  readonly at: Block;
  /** The next block, at which a difference is looked for again. */
  readonly second: Block;
}

export interface ChooseBlocks {
  /** `null` if the chain has no such blocks yet. */
  choose(checkpoint: Checkpoint): Promise<ChosenBlocks | null>;
  /** Throws if the ledger has replaced one of the blocks since: its rows were then those of other blocks. */
  assertHeld(chosen: ChosenBlocks): Promise<void>;
  /** Reports an error of reading storage. `true` if newer blocks will be chosen from now on: try again then. */
  learn(error: unknown): boolean;
}

export function createChooseBlocks(chainId: number, source: Source, store: AuditStore): ChooseBlocks {
  /** Final blocks come first. Nodes that keep little state may have none of them, e.g. on rollups. */
  const marks: readonly ((checkpoint: Checkpoint) => number | null)[] = [
    ({ finalized }) => finalized,
    ({ safe }) => safe,
    ({ block }) => block.number - DEPTH,
  ];
  let level = 0;

  async function isHeld({ at, second }: ChosenBlocks): Promise<boolean> {
    const own = await Promise.all([at, second].map(({ number }) => store.findBlock(chainId, number, number)));
    return own[0]?.hash === at.hash && own[1]?.hash === second.hash;
  }

  return {
    async choose(checkpoint) {
      const mark = marks[level]?.(checkpoint) ?? null;
      if (mark === null) return null;
      const second = Math.min(mark, checkpoint.block.number);
      if (second < 1) return null;
      const headers = await source.findHeaders([second - 1, second]);
      const [at, next] = headers;
      if (!at || !next) throw new NodeBehindError(`${source.name} does not have block ${second}.`);
      const chosen = { at, second: next };
      // Blocks that may be replaced are compared only while the ledger has them, too.
      return level === 0 || (await isHeld(chosen)) ? chosen : null;
    },
    async assertHeld(chosen) {
      if (level > 0 && !(await isHeld(chosen)))
        throw new Error(`Chain ${chainId} replaced block ${chosen.second.number} while it was compared.`);
    },
    learn(error) {
      if (!lacksState(error) || level === marks.length - 1) return false;
      level++;
      return true;
    },
  };
}

/** Returns whether nodes refuse the state of a block. Calls are refused in many words. */
function lacksState(error: unknown): boolean {
  if (error instanceof UnprovenError) return error.reason === 'no_state';
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(lacksState);
  return error instanceof RpcError;
}
