/** Asks the registry contract at the block that an answer names. */
import type { LocalChain } from '@mandate/contracts';
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
  const to = chain.registries[registry];
  if (!to) throw new Error(`Chain ${chain.chainId} has no ${registry} registry.`);
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
  const others = incoming.filter(({ from }) => from !== wallet);
  return [...outgoing, ...others].map((each) => (registry === 'v1' ? v1Record(each) : v2Record(each)));
}

const scopeOf = (delegation: Delegation) => ({
  contract: 'contract' in delegation ? getAddress(delegation.contract) : null,
  tokenId: 'tokenId' in delegation ? String(delegation.tokenId) : null,
});

function v1Record(delegation: Delegation) {
  const { kind, from, to } = delegation;
  return {
    type: KINDS[kind].type,
    delegate: getAddress(to),
    vault: getAddress(from),
    ...scopeOf(delegation),
  };
}

function v2Record(delegation: Delegation) {
  const { kind, from, to } = delegation;
  return {
    type: KINDS[kind].type,
    from: getAddress(from),
    to: getAddress(to),
    ...scopeOf(delegation),
    rights: 'rights' in delegation ? delegation.rights : null,
    tokenType: KINDS[kind].tokenType,
    amount: 'amount' in delegation ? String(delegation.amount) : null,
  };
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses an answer and keeps every digit of its numbers, as strings. */
export function readJson<T>(text: string): T {
  const exact: Reviver = (_, value, { source }) => (typeof value === 'number' ? source : value);
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
}

export const readRecords = (text: string) => readJson<Record<string, unknown>[]>(text);
