/** Follows a chain with the domain alone, block by block and through reorgs. */
import type { LocalChain } from '@mandate/contracts';
import {
  apply,
  type Change,
  check,
  type DelegationSet,
  decode,
  type Effect,
  EMPTY_SET,
  type EventLog,
  identify,
  listIncoming,
  listOutgoing,
  type Registry,
  settleRevocation,
  type UnidentifiedRevocation,
  undo,
} from '@mandate/core';
import type { Answers, Watched } from './compare.ts';
import { registryOf } from './play.ts';

export type Decode = (registry: Registry, log: EventLog) => Change | UnidentifiedRevocation;

export async function watchWithDomain(chain: LocalChain, decodeLog: Decode = decode): Promise<Watched> {
  const { client } = chain;
  const start = await client.getBlock();
  const seen = [{ number: start.number, hash: start.hash, effects: [] as readonly Effect[] }];
  let set = EMPTY_SET;

  const last = () => {
    const block = seen.at(-1);
    if (!block) throw new Error('The chain was replaced below its first block.');
    return block;
  };

  async function follow(): Promise<void> {
    const head = await client.getBlockNumber();
    while (
      last().number > head ||
      (await client.getBlock({ blockNumber: last().number })).hash !== last().hash
    ) {
      set = undo(set, last().effects);
      seen.pop();
    }
    while (last().number < head) await take(last().number + 1n);
  }

  async function take(blockNumber: bigint): Promise<void> {
    const { hash } = await client.getBlock({ blockNumber });
    const effects: Effect[] = [];
    const unidentified = new Set<UnidentifiedRevocation['from']>();
    const change = (next: Change) => {
      const applied = apply(set, next);
      set = applied.set;
      effects.push(...applied.effects);
    };
    const v1 = registryOf(chain, 'v1');
    for (const log of await client.getLogs({ address: [v1, registryOf(chain, 'v2')], blockHash: hash })) {
      const next = decodeLog(log.address.toLowerCase() === v1 ? 'v1' : 'v2', log);
      if (next.type === 'revokeUnidentified') unidentified.add(next.from);
      else change(next);
    }
    for (const from of unidentified) {
      const grants = listOutgoing(set, 'v1', from).filter((d) => d.registry === 'v1');
      for (const next of await settleRevocation(grants, chain.readSlotsAt(v1, hash))) change(next);
    }
    seen.push({ number: blockNumber, hash, effects });
  }

  return {
    async answerNow() {
      await follow();
      return { answers: answersOf(set), blockHash: last().hash };
    },
    answerThen: () => Promise.resolve(null),
  };
}

export function answersOf(set: DelegationSet): Answers {
  return {
    check: async (question) => check(question, (grant) => set.get(identify(grant))),
    list: async (registry, direction, wallet) =>
      direction === 'from' ? listOutgoing(set, registry, wallet) : listIncoming(set, registry, wallet),
  };
}
