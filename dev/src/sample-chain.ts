/** A local chain with realistic writes to its registries. It tracks the current delegations. */
import {
  encodeGrant,
  encodeRevoke,
  integer,
  type LocalChain,
  type Random,
  type Transaction,
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
  type Registry,
  undo,
} from '@mandate/core';
import { COLLECTOR, COLLECTORS_PHONE } from './cast.ts';
import { randomAmount, randomDelegation } from './samples.ts';

/** The samples consist only of grants and revocations of single delegations. */
type Write = Extract<Change, { type: 'grant' | 'revoke' }>;

export interface Happening {
  readonly chainName: string;
  readonly block: { readonly number: number; readonly hash: string };
  /** The number of blocks that a reorg replaced. */
  readonly replaced: number;
  readonly effects: readonly Effect[];
}

export interface SampleChain {
  readonly chainId: number;
  readonly name: string;
  readonly registries: readonly Registry[];
  /** Returns the number of current delegations. */
  count(): number;
  /** Grants all of these. */
  fill(delegations: readonly Delegation[]): Promise<void>;
  /** Mines this many blocks with grants, revocations and changed amounts. */
  age(blocks: number): Promise<void>;
  /** Revokes all of these and returns the hash of the block. */
  takeBack(delegations: readonly Delegation[]): Promise<string>;
  /** Mines a block with one change. */
  change(): Promise<Happening>;
  /** Replaces up to this many of the last blocks with ones that contain another change. */
  reorg(depth: number): Promise<Happening>;
  mayReorg(): boolean;
}

const GRANTS_PER_BLOCK = 40;
/** The time between the blocks of the history, so that their timestamps differ. */
const HISTORY_STEP_S = 2;
/** anvil loses code in a reorg of a chain with more than 900 blocks. */
const LAST_REORG = 800;

export function createSampleChain(chain: LocalChain, random: Random): SampleChain {
  const { chainId, client } = chain;
  const name = findChain(chainId)?.name ?? `Chain ${chainId}`;
  const registries = (['v1', 'v2'] as const).filter((registry) => chain.registries[registry]);
  let set: DelegationSet = EMPTY_SET;
  let head = 0;
  /** The effects of the last blocks, the newest at the end. */
  let recent: (readonly Effect[])[] = [];

  async function happened(replaced: number, effects: readonly Effect[]): Promise<Happening> {
    const { number, hash } = await client.getBlock();
    head = Number(number);
    return { chainName: name, block: { number: head, hash }, replaced, effects };
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
    async fill(delegations) {
      for (let first = 0; first < delegations.length; first += GRANTS_PER_BLOCK) {
        for (const delegation of delegations.slice(first, first + GRANTS_PER_BLOCK)) {
          await send({ type: 'grant', delegation });
        }
        await chain.mine();
      }
    },
    async age(blocks) {
      for (let block = 0; block < blocks; block++) {
        for (let writes = integer(random, 1, 3); writes > 0; writes--) {
          await send(randomWrite(random, registries, set));
        }
        await setClock(chain, HISTORY_STEP_S);
        await chain.mine();
      }
    },
    async takeBack(delegations) {
      for (const delegation of delegations) await send({ type: 'revoke', grant: grantOf(delegation) });
      await setClock(chain, HISTORY_STEP_S);
      await chain.mine();
      return (await happened(0, [])).block.hash;
    },
    async change() {
      const effects = await send(randomWrite(random, registries, set));
      await setClock(chain, 1);
      await chain.mine();
      recent = [...recent.slice(-8), effects];
      return happened(0, effects);
    },
    async reorg(depth) {
      const undone = recent.slice(-depth);
      const before = undone.reduceRight(undo, set);
      const write = randomWrite(random, registries, before);
      await chain.reorg(undone.length, [
        { transaction: toTransaction(chain, write), block: undone.length - 1 },
      ]);
      set = before;
      const effects = remember(write);
      recent = [];
      return happened(undone.length, effects);
    },
    mayReorg: () => recent.length > 0 && head < LAST_REORG,
  };
}

/**
 * Sets the next block's time to now, at least this long after the last one. On its own, anvil's clock lags
 * after a reorg and runs ahead after a history.
 */
async function setClock({ client }: LocalChain, minSeconds: number): Promise<void> {
  const { timestamp } = await client.getBlock();
  const now = Math.floor(Date.now() / 1000);
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.max(now, Number(timestamp) + minSeconds)) });
}

function toTransaction({ registries }: LocalChain, write: Write): Transaction {
  const grant = write.type === 'grant' ? write.delegation : write.grant;
  const to = registries[grant.registry];
  if (!to) throw new Error(`The chain has no ${grant.registry} registry.`);
  return {
    from: grant.from,
    to,
    data: write.type === 'grant' ? encodeGrant(write.delegation) : encodeRevoke(grant),
  };
}

/** Returns a write that changes something, but nothing that the screen shows. */
function randomWrite(random: Random, registries: readonly Registry[], set: DelegationSet): Write {
  const free = [...set.values()].filter(({ from, to }) => from !== COLLECTOR || to !== COLLECTORS_PHONE);
  for (;;) {
    const write = proposeWrite(random, registries, free[integer(random, 0, free.length - 1)]);
    if (effectsOf(set, write).length > 0) return write;
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
