/** Random calls of the closed SDK, by few wallets about few tokens, some of them with arguments that are wrong. */
import { integer, pick, type Random, SMART_WALLETS } from '@mandate/contracts';
import { checksumAddress, type Hex } from 'viem';

type Some<T> = readonly [T, ...T[]];

/** The wallets and contracts of `randomWrite`. */
const WALLETS: Some<Hex> = [
  '0xaaaa00000000000000000000000000000000000a',
  '0xbbbb00000000000000000000000000000000000b',
  ...SMART_WALLETS,
];
const CONTRACTS: Some<Hex> = [
  '0x1111000000000000000000000000000000000001',
  '0x2222000000000000000000000000000000000002',
];
const VOTE: Hex = `0x${Buffer.from('vote').toString('hex').padEnd(64, '0')}`;
const MAX_UINT256 = 2n ** 256n - 1n;

/** An argument that is drawn. `writable`: it must not fail, so that the transaction is sent. */
type Draw = (random: Random, writable: boolean) => unknown;

type Methods = Record<string, readonly Draw[]>;

const DIGITS_LOST = 2 ** 60 + 2 ** 20;
/** Text that `BigInt` takes for a number. */
export const NO_NUMBERS: Some<unknown> = ['', ' 7 '];

const address =
  (known: Some<Hex>): Draw =>
  (random, writable) => {
    const one = pick(random, known);
    const dice = integer(random, 1, 100);
    if (writable || dice <= 60) return one;
    if (dice <= 92) return checksumAddress(one);
    // Letters of the wrong case, which a checksum forbids.
    if (dice <= 97) return `0x${swapCase(checksumAddress(one).slice(2))}`;
    return '0x1234';
  };

const swapCase = (text: string) =>
  text.replaceAll(/[a-f]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const number =
  (known: Some<unknown>): Draw =>
  (random, writable) => {
    const dice = integer(random, 1, 100);
    if (writable || dice <= 84) return pick(random, known);
    if (dice <= 90) return DIGITS_LOST;
    if (dice <= 96) return pick(random, NO_NUMBERS);
    return pick(random, [-1, 1.5, null]);
  };

const wallet = address(WALLETS);
const contract = address(CONTRACTS);
const tokenId = number([0, 7, 7n, '7', MAX_UINT256, String(MAX_UINT256)]);
const amount = number([1, 1n, '5', 2 ** 40, 2n ** 128n, MAX_UINT256, 0]);
const rights: Draw = (random) => pick(random, [undefined, VOTE, VOTE, `0x${'0'.repeat(64)}`]);
const yes: Draw = (random) => integer(random, 1, 3) > 1;

const READS = {
  DelegateV1: {
    checkDelegateForAll: [wallet, wallet],
    checkDelegateForContract: [wallet, wallet, contract],
    checkDelegateForToken: [wallet, wallet, contract, tokenId],
    getContractLevelDelegations: [wallet],
    getDelegatesForAll: [wallet],
    getDelegatesForContract: [wallet, contract],
    getDelegatesForToken: [wallet, contract, tokenId],
    getDelegationsByDelegate: [wallet],
    getTokenLevelDelegations: [wallet],
  },
  DelegateV2: {
    checkDelegateForAll: [wallet, wallet, rights],
    checkDelegateForContract: [wallet, wallet, contract, rights],
    checkDelegateForERC1155: [wallet, wallet, contract, tokenId, rights],
    checkDelegateForERC20: [wallet, wallet, contract, rights],
    checkDelegateForERC721: [wallet, wallet, contract, tokenId, rights],
    getIncomingDelegations: [wallet],
    getOutgoingDelegations: [wallet],
  },
} as const satisfies Record<string, Methods>;

const WRITES = {
  DelegateV1: {
    delegateForAll: [wallet, yes],
    delegateForContract: [wallet, contract, yes],
    delegateForToken: [wallet, contract, tokenId, yes],
    revokeAllDelegates: [],
    revokeDelegate: [wallet],
    revokeSelf: [wallet],
  },
  DelegateV2: {
    delegateAll: [wallet, rights, yes],
    delegateContract: [wallet, contract, rights, yes],
    delegateERC1155: [wallet, contract, tokenId, rights, amount],
    delegateERC20: [wallet, contract, rights, amount],
    delegateERC721: [wallet, contract, tokenId, rights, yes],
  },
} as const satisfies Record<string, Methods>;

/** The encoder of each write. `revokeSelf` has none, and neither class encodes `multicall` from these. */
const RAW: Methods = Object.fromEntries(
  Object.entries({ ...WRITES.DelegateV1, ...WRITES.DelegateV2 })
    .filter(([name]) => name !== 'revokeSelf')
    .map(([name, draws]) => [`raw${name.charAt(0).toUpperCase()}${name.slice(1)}`, draws]),
);

export type ClassName = keyof typeof READS;

export interface DrawnCall {
  readonly of: ClassName | 'raw';
  readonly method: string;
  readonly args: readonly unknown[];
}

function drawOf(random: Random, of: DrawnCall['of'], methods: Methods, writable = false): DrawnCall {
  const [method, draws] = pick(random, Object.entries(methods) as unknown as Some<[string, readonly Draw[]]>);
  return { of, method, args: draws.map((draw) => draw(random, writable)) };
}

/** Draws a read, or one time in ten an encoder. */
export function drawRead(random: Random): DrawnCall {
  if (integer(random, 1, 10) === 1) return drawOf(random, 'raw', RAW);
  const of = pick(random, Object.keys(READS) as unknown as Some<ClassName>);
  return drawOf(random, of, READS[of]);
}

/** Draws a write that the registries accept. */
export function drawWrite(random: Random): DrawnCall {
  const of = pick(random, Object.keys(WRITES) as unknown as Some<ClassName>);
  return drawOf(random, of, WRITES[of], true);
}

export const drawSender = (random: Random): Hex => pick(random, [WALLETS[0], WALLETS[1] ?? WALLETS[0]]);
