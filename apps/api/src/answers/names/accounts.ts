/** Finds out what an address is: a plain account, a contract, a Safe, or an account that runs the code of a contract. */
import { type Address, parseAddress } from '@mandate/core';
import type { ContractStep, StepAnswer, StepGroup } from '@mandate/nodes';
import type { Hex } from 'viem';
import { keccak256 } from 'viem/utils';
import type { NamedBlock, ReadContracts } from '../chain/node-access.ts';
import type { BatchSource } from './batch-cache.ts';
import { readWord } from './decode-text.ts';
import { readDesignator } from './designator.ts';
import { KNOWN_CODE, type KnownCode, MAX_PROXY_BYTES } from './known-code.ts';
import type { NamePlaces } from './name-places.ts';

export const ACCOUNT_KINDS = ['plain', 'contract', 'safe', 'eip7702'] as const;

/** An address at a block. Its code is not kept: it may have 24 kB. */
export interface Account {
  readonly kind: (typeof ACCOUNT_KINDS)[number];
  /** The contract whose code a Safe or an account of EIP-7702 runs. */
  readonly codeAddress: Address | null;
  readonly codeName: string | null;
  readonly at: NamedBlock;
}

export interface AccountKey {
  readonly chainId: number;
  readonly address: Address;
  /** Without it: a new block. */
  readonly at?: NamedBlock;
}

type Kind = Omit<Account, 'at'>;

const MASTER_COPY: Hex = '0xa619486e';
const GAS = 10_000;
const WORD = 32;
const ADDRESS_BITS = 160;
const NO_CODE = { codeAddress: null, codeName: null };

/** Longer code is no proxy of a Safe. */
const readWholeProxy = (contract: Address): ContractStep => ({
  kind: 'code',
  contract,
  maxBytes: MAX_PROXY_BYTES,
});
const stepsOfCode = ({ address }: AccountKey): StepGroup => [readWholeProxy(address)];
/** The proxy is known code, so this is its storage slot 0. It is read together with the code, at one block. */
const stepsOfProxy = ({ address }: AccountKey): StepGroup => [
  readWholeProxy(address),
  { kind: 'call', contract: address, data: MASTER_COPY, gas: GAS, maxBytes: WORD },
];

export function createAccountSource(
  known: KnownCode = KNOWN_CODE,
): BatchSource<AccountKey, Account, NamePlaces> {
  const isProxy = (code: StepAnswer | undefined) =>
    code?.type === 'returned' &&
    code.length <= MAX_PROXY_BYTES &&
    known.safeProxies.has(keccak256(code.bytes));

  /** Returns null if it cannot be known. */
  function readKind([code, singleton]: readonly StepAnswer[]): Kind | null {
    if (code?.type !== 'returned') return null;
    if (code.length === 0) return { kind: 'plain', ...NO_CODE };
    const target = readDesignator(code);
    if (target) return { kind: 'eip7702', codeAddress: target, codeName: known.wallets.get(target) ?? null };
    const contract: Kind = { kind: 'contract', ...NO_CODE };
    if (!isProxy(code)) return contract;
    const word = readWord(singleton);
    // A known proxy always answers: the node is at fault.
    if (word === null) return null;
    const address = parseAddress(`0x${BigInt.asUintN(ADDRESS_BITS, word).toString(16).padStart(40, '0')}`);
    const codeName = known.safeSingletons.get(address);
    return codeName === undefined ? contract : { kind: 'safe', codeAddress: address, codeName };
  }

  /** Returns undefined if the nodes could not answer, or not alike. */
  function readAccount(read: ReadContracts | null, i: number): Account | undefined {
    const kind = read && readKind(read.answers[i] ?? []);
    return kind ? { ...kind, at: read.block } : undefined;
  }

  return {
    nameOf: (key) => `${placeOf(key)}:${key.address}`,
    divide(keys, places) {
      const groups = [...Map.groupBy(keys, placeOf).values()];
      return groups.flatMap((own) => (own[0] ? places.divide(own[0].chainId, own, stepsOfCode) : []));
    },
    async load(keys, places) {
      const [first] = keys;
      if (!first) return [];
      const { chainId, at } = first;
      const codes = await places.readAt(chainId, keys.map(stepsOfCode), at);
      const proxies = keys.filter((_, i) => isProxy(codes?.answers[i]?.[0]));
      const whole = await places.readAt(chainId, proxies.map(stepsOfProxy), at);
      return keys.map((key, i) => {
        const asked = proxies.indexOf(key);
        return asked < 0 ? readAccount(codes, i) : readAccount(whole, asked);
      });
    },
  };
}

const placeOf = ({ chainId, at }: AccountKey) => `${chainId}:${at?.hash ?? 'new'}`;
