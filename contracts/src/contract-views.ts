import {
  type Address,
  type Answer,
  createDelegation,
  type Delegation,
  getKind,
  getKindOfType,
  hasAmount,
  parseAddress,
  parseRights,
  type Question,
  type Registry,
} from '@mandate/core';
import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { ABIS, v1Abi, v2Abi } from './abis.ts';

/** Calls to the registry contract, and the reader of their results. */
export interface ContractView<T> {
  readonly calls: readonly Hex[];
  /** Takes the results of `calls`, in their order. */
  read(results: readonly Hex[]): T;
}

/** Returns the view that answers a question. */
export function viewOfQuestion(question: Question): ContractView<Answer> {
  const scope = [
    ...('contract' in question ? [question.contract] : []),
    ...('tokenId' in question ? [question.tokenId] : []),
    ...('rights' in question ? [question.rights] : []),
  ];
  const abi: Abi = ABIS[question.registry];
  const { check } = getKind(question.registry, question.kind);
  const args = [question.to, question.from, ...scope];
  return {
    calls: [encodeFunctionData({ abi, functionName: check, args })],
    read: ([word]) => {
      if (word?.length !== 66) throw new TypeError(`The registry answered "${word}" to a check.`);
      const value = BigInt(word);
      return hasAmount(question) ? value : value === 1n;
    },
  };
}

/** Returns the view that lists the delegations to a wallet. */
export function viewOfIncoming(registry: Registry, to: Address): ContractView<Delegation[]> {
  if (registry === 'v2') return viewOfV2List('getIncomingDelegations', to);
  const view = { abi: v1Abi, functionName: 'getDelegationsByDelegate' } as const;
  return {
    calls: [encodeFunctionData({ ...view, args: [to] })],
    read: ([data = '0x']) =>
      decodeFunctionResult({ ...view, data }).map((info) =>
        createDelegation({
          registry,
          kind: getKindOfType(registry, info.type_),
          from: parseAddress(info.vault),
          to: parseAddress(info.delegate),
          contract: parseAddress(info.contract_),
          tokenId: info.tokenId,
        }),
      ),
  };
}

/** Returns the view that lists the delegations from a wallet. */
export function viewOfOutgoing(registry: Registry, from: Address): ContractView<Delegation[]> {
  if (registry === 'v2') return viewOfV2List('getOutgoingDelegations', from);
  const all = { abi: v1Abi, functionName: 'getDelegatesForAll' } as const;
  const contracts = { abi: v1Abi, functionName: 'getContractLevelDelegations' } as const;
  const tokens = { abi: v1Abi, functionName: 'getTokenLevelDelegations' } as const;
  const to = (delegate: string) => ({ registry, from, to: parseAddress(delegate) });
  return {
    calls: [all, contracts, tokens].map((view) => encodeFunctionData({ ...view, args: [from] })),
    read: ([ofAll = '0x', ofContracts = '0x', ofTokens = '0x']) => [
      ...decodeFunctionResult({ ...all, data: ofAll }).map((delegate) =>
        createDelegation({ ...to(delegate), kind: 'all' }),
      ),
      ...decodeFunctionResult({ ...contracts, data: ofContracts }).map((d) =>
        createDelegation({ ...to(d.delegate), kind: 'contract', contract: parseAddress(d.contract_) }),
      ),
      ...decodeFunctionResult({ ...tokens, data: ofTokens }).map((d) =>
        createDelegation({
          ...to(d.delegate),
          kind: 'token',
          contract: parseAddress(d.contract_),
          tokenId: d.tokenId,
        }),
      ),
    ],
  };
}

function viewOfV2List(
  functionName: 'getIncomingDelegations' | 'getOutgoingDelegations',
  wallet: Address,
): ContractView<Delegation[]> {
  const view = { abi: v2Abi, functionName } as const;
  return {
    calls: [encodeFunctionData({ ...view, args: [wallet] })],
    read: ([data = '0x']) =>
      decodeFunctionResult({ ...view, data }).map((d) =>
        createDelegation({
          registry: 'v2',
          kind: getKindOfType('v2', d.type_),
          from: parseAddress(d.from),
          to: parseAddress(d.to),
          contract: parseAddress(d.contract_),
          tokenId: d.tokenId,
          rights: parseRights(d.rights),
          amount: d.amount,
        }),
      ),
  };
}
