/** Asks the registry contract at the block that an answer names. */
import { type LocalChain, registryOf } from '@mandate/contracts';
import {
  type Address,
  type ContractView,
  type Delegation,
  KINDS,
  type Question,
  type Registry,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from '@mandate/core';
import { getAddress, type Hex } from 'viem';

async function read<T>(chain: LocalChain, registry: Registry, blockHash: Hex, view: ContractView<T>) {
  const to = registryOf(chain, { registry });
  return view.read(
    await chain.ask(
      view.calls.map((data) => ({ to, data })),
      blockHash,
    ),
  );
}

export function askRegistry(chain: LocalChain, question: Question, blockHash: Hex) {
  return read(chain, question.registry, blockHash, viewOfQuestion(question));
}

/** Returns the records of a wallet in no particular order. */
export async function listRegistry(chain: LocalChain, registry: Registry, wallet: Address, blockHash: Hex) {
  const outgoing = await read(chain, registry, blockHash, viewOfOutgoing(registry, wallet));
  const incoming = await read(chain, registry, blockHash, viewOfIncoming(registry, wallet));
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
