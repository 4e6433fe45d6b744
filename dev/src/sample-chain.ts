/** A local chain with realistic writes to its registries. It tracks the current delegations. */
import {
  encodeRevoke,
  integer,
  type LocalChain,
  type Random,
  registryOf,
  type Transaction,
  writeOf,
} from '@mandate/contracts';
import {
  apply,
  type Change,
  type Delegation,
  type DelegationSet,
  type Effect,
  EMPTY_SET,
  effectsOf,
  findChain,
  grantOf,
  REGISTRY_IDS,
  type Registry,
  undo,
} from '@mandate/core';
import { isDocumented } from './cast.ts';
import { randomAmount, randomDelegation } from './samples.ts';

/** The samples consist only of grants and revocations of single delegations. */
type Write = Extract<Change, { type: 'grant' | 'revoke' }>;

export interface Happening {
  readonly chainName: string;
  readonly block: { readonly number: number; readonly hash: string };
  /** The number of blocks that a reorg replaced. */
  readonly replaced: number;
  readonly effects: readonly Effect[];
  /** The number of transactions that came from elsewhere, e.g. from a recipe. */
  readonly sent: number;
}

/** The content of one block of the history. */
export interface Scene {
  readonly transactions?: readonly Transaction[];
  readonly grants?: readonly Delegation[];
  readonly revocations?: readonly Delegation[];
}

export type SampleChain = ReturnType<typeof createSampleChain>;

/** The times of blocks 0 and 1. Block n of the history is 100 × n hours after the first. */
const STARTS_AT = Date.UTC(2026, 0, 1) / 1000;
const HISTORY_STEP_S = 360_000;
export const START_TIMES = [STARTS_AT, STARTS_AT + HISTORY_STEP_S] as const;
/** More than a block of the local chains needs to become final. */
const BLOCKS_OF_ARRIVAL = 12;
/** anvil loses code in a reorg of a chain with more than 900 blocks. */
const LAST_REORG = 800;

export function createSampleChain(chain: LocalChain, random: Random) {
  const { chainId, client } = chain;
  const name = findChain(chainId)?.name ?? `Chain ${chainId}`;
  const registries = REGISTRY_IDS.filter((registry) => chain.registries[registry]);
  let set: DelegationSet = EMPTY_SET;
  let head = 0;
  /** The effects of the last blocks, the newest at the end. */
  let recent: (readonly Effect[])[] = [];

  async function happened(happening: Partial<Happening>): Promise<Happening> {
    const { number, hash } = await client.getBlock();
    head = Number(number);
    return {
      chainName: name,
      block: { number: head, hash },
      replaced: 0,
      effects: [],
      sent: 0,
      ...happening,
    };
  }

  function remember(write: Write): readonly Effect[] {
    const applied = apply(set, write);
    set = applied.set;
    return applied.effects;
  }

  /** Sends writes one after the other, because the node assigns nonces in order of arrival. */
  async function send(write: Write): Promise<readonly Effect[]> {
    await chain.send(toTransaction(chain, write));
    return remember(write);
  }

  return {
    chainId,
    name,
    registries,
    count: () => set.size,
    /** Mines the next block of the history. */
    async tell({ transactions = [], grants = [], revocations = [] }: Scene) {
      for (const transaction of transactions) await chain.send(transaction);
      for (const delegation of grants) await send({ type: 'grant', delegation });
      for (const delegation of revocations) await send({ type: 'revoke', grant: grantOf(delegation) });
      await mineHistory(chain);
    },
    /** Mines this many blocks of the history with random grants, revocations and changed amounts. */
    async age(blocks: number) {
      for (let block = 0; block < blocks; block++) {
        for (let writes = integer(random, 1, 3); writes > 0; writes--) {
          await send(randomWrite(random, registries, set));
        }
        await mineHistory(chain);
      }
    },
    /** Mines empty blocks up to now, so that the history is final and the chain is fresh. Returns the last one's hash. */
    async arrive() {
      for (let left = BLOCKS_OF_ARRIVAL - 1; left >= 0; left--) await mineNow(chain, left);
      return (await happened({})).block.hash;
    },
    /** Mines a block with one change. */
    async change() {
      const effects = await send(randomWrite(random, registries, set));
      await mineNow(chain);
      recent = [...recent.slice(-8), effects];
      return happened({ effects });
    },
    /** Mines a block if somebody else sent a transaction. */
    async mineSent() {
      const { pending: sent } = await client.getTxpoolStatus();
      if (sent === 0) return null;
      await mineNow(chain);
      // A reorg would drop these transactions.
      recent = [];
      return happened({ sent });
    },
    /** Replaces up to this many of the last blocks with ones that contain another change. */
    async reorg(depth: number) {
      const undone = recent.slice(-depth);
      const before = undone.reduceRight(undo, set);
      const write = randomWrite(random, registries, before);
      const transaction = toTransaction(chain, write);
      await chain.reorg(undone.length, [{ transaction, block: undone.length - 1 }]);
      set = before;
      const effects = remember(write);
      recent = [];
      return happened({ replaced: undone.length, effects });
    },
    mayReorg: () => recent.length > 0 && head < LAST_REORG,
  };
}

async function mineHistory({ client, mine }: LocalChain): Promise<void> {
  const { timestamp } = await client.getBlock();
  await client.setNextBlockTimestamp({ timestamp: timestamp + BigInt(HISTORY_STEP_S) });
  await mine();
}

/**
 * Mines a block with the time of now, or of some seconds ago, but after the last one's. On its own, anvil's clock lags
 * after a reorg and stays in the time of the history.
 */
async function mineNow({ client }: LocalChain, secondsAgo = 0): Promise<void> {
  const { timestamp } = await client.getBlock();
  const wanted = Math.floor(Date.now() / 1000) - secondsAgo;
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.max(wanted, Number(timestamp) + 1)) });
  // A transaction of somebody else may fail.
  await client.mine({ blocks: 1 });
}

function toTransaction(chain: LocalChain, write: Write): Transaction {
  if (write.type === 'grant') return writeOf(chain, write.delegation);
  const { grant } = write;
  return { from: grant.from, to: registryOf(chain, grant), data: encodeRevoke(grant) };
}

/** Returns a write that changes something, but nothing that the documentation shows. */
function randomWrite(random: Random, registries: readonly Registry[], set: DelegationSet): Write {
  const free = [...set.values()].filter((delegation) => !isDocumented(delegation));
  for (;;) {
    const write = proposeWrite(random, registries, free[integer(random, 0, free.length - 1)]);
    const parties = write.type === 'grant' ? write.delegation : write.grant;
    if (!isDocumented(parties) && effectsOf(set, write).length > 0) return write;
  }
}

function proposeWrite(
  random: Random,
  registries: readonly Registry[],
  standing: Delegation | undefined,
): Write {
  const dice = random();
  if (standing && dice < 0.25) return { type: 'revoke', grant: grantOf(standing) };
  if (standing && 'amount' in standing && dice < 0.5) {
    return { type: 'grant', delegation: { ...standing, amount: randomAmount(random, standing.contract) } };
  }
  return { type: 'grant', delegation: randomDelegation(random, registries) };
}
