/** Reads the registry contract's lists as the records of the API. */
import {
  type ContractView,
  type LocalChain,
  registryOf,
  viewOfIncoming,
  viewOfOutgoing,
} from '@mandate/contracts';
import { type Address, type Delegation, KINDS, type Registry } from '@mandate/core';
import { getAddress, type Hex } from 'viem';

/** Returns the records of a wallet in no particular order. */
export async function listRegistry(chain: LocalChain, registry: Registry, wallet: Address, blockHash: Hex) {
  const read = async ({ calls, read }: ContractView<Delegation[]>) => {
    const to = registryOf(chain, { registry });
    return read(
      await chain.ask(
        calls.map((data) => ({ to, data })),
        blockHash,
      ),
    );
  };
  const outgoing = await read(viewOfOutgoing(registry, wallet));
  const incoming = await read(viewOfIncoming(registry, wallet));
  return [...outgoing, ...incoming.filter(({ from }) => from !== wallet)].map(recordOf);
}

function recordOf(delegation: Delegation) {
  const { registry, kind } = delegation;
  const { type, tokenType } = KINDS[kind];
  const [from, to] = [getAddress(delegation.from), getAddress(delegation.to)];
  const scope = {
    contract: 'contract' in delegation ? getAddress(delegation.contract) : null,
    tokenId: 'tokenId' in delegation ? String(delegation.tokenId) : null,
  };
  if (registry === 'v1') return { type, delegate: to, vault: from, ...scope };
  const amount = 'amount' in delegation ? String(delegation.amount) : null;
  return { type, from, to, ...scope, rights: delegation.rights, tokenType, amount };
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses an answer and keeps every digit of its numbers, as strings. */
export function readJson<T>(text: string): T {
  const exact: Reviver = (_, value, { source }) => (typeof value === 'number' ? source : value);
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
}

export const readRecords = (text: string) => readJson<Record<string, unknown>[]>(text);
