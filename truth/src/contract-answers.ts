/** What the registries themselves say. */
import type { LocalChain } from '@mandate/contracts';
import type { ContractView, Registry } from '@mandate/core';
import type { Hex } from 'viem';
import { registryOf } from './play.ts';

export interface AskedView<T = unknown> {
  readonly registry: Registry;
  readonly view: ContractView<T>;
}

/** Puts all of it to the contracts in one call, at one block. */
export async function askViews<T>(
  chain: LocalChain,
  asked: readonly AskedView<T>[],
  blockHash: Hex,
): Promise<T[]> {
  const calls = asked.flatMap(({ registry, view }) =>
    view.calls.map((data) => ({ to: registryOf(chain, registry), data })),
  );
  const results = await chain.ask(calls, blockHash);
  let next = 0;
  return asked.map(({ view }) => {
    const first = next;
    next += view.calls.length;
    return view.read(results.slice(first, next));
  });
}
