/** A local chain whose registries are written to as people would, and that knows what stands in them. */
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

/** A grant or a revocation of one delegation: all that the samples do. */
type Write = Extract<Change, { type: 'grant' | 'revoke' }>;

export interface Happening {
  readonly chainName: string;
  readonly block: { readonly number: number; readonly hash: string };
  /** How many blocks were replaced by this one and those before it. */
  readonly replaced: number;
  readonly effects: readonly Effect[];
}

export interface SampleChain {
  readonly chainId: number;
  readonly name: string;
  readonly registries: readonly Registry[];
  /** Grants all of these, and gives the hash of the last block. */
  fill(delegations: readonly Delegation[]): Promise<string>;
  /** A block with one change. */
  change(): Promise<Happening>;
  /** Replaces up to so many of the last blocks by ones with another change. */
  reorg(depth: number): Promise<Happening>;
  mayReorg(): boolean;
}

const GRANTS_PER_BLOCK = 40;
/** anvil forgets code in a reorg of a chain of more than 900 blocks. */
const LAST_REORG = 800;

export function createSampleChain(chain: LocalChain, random: Random): SampleChain {
  const { chainId, client } = chain;
  const name = findChain(chainId)?.name ?? `Chain ${chainId}`;
  const registries = (['v1', 'v2'] as const).filter((registry) => chain.registries[registry]);
  let set: DelegationSet = EMPTY_SET;
  let head = 0;
  /** What the last blocks did, the newest at the end. */
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

  return {
    chainId,
    name,
    registries,
    async fill(delegations) {
      for (let first = 0; first < delegations.length; first += GRANTS_PER_BLOCK) {
        for (const delegation of delegations.slice(first, first + GRANTS_PER_BLOCK)) {
          const write = { type: 'grant', delegation } as const;
          // One after the other: the node counts a wallet's transactions as they come.
          await chain.send(toTransaction(chain, write));
          remember(write);
        }
        await chain.mine();
      }
      return (await happened(0, [])).block.hash;
    },
    async change() {
      const write = randomWrite(random, registries, set);
      await chain.send(toTransaction(chain, write));
      await catchUpWithClock(chain);
      await chain.mine();
      const effects = remember(write);
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

/** A reorg sets anvil's clock back by the blocks it undoes, and it stays behind. */
async function catchUpWithClock({ client }: LocalChain): Promise<void> {
  const { timestamp } = await client.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1000));
  if (now > timestamp) await client.setNextBlockTimestamp({ timestamp: now });
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

/** A change that changes something, and nothing that the screen has promised. */
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
