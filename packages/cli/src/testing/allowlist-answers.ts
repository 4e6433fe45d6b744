/** Answers of a service for an allowlist: its chain, and the delegations that it lists for the vaults. */
import { CONTRACT } from '@mandate/testing/ledger/sample-grant';
import { AT, grant, TOKEN } from './eligibility-answers.ts';

export const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
export const [V1, V2, V3] = [address(0xb1), address(0xb2), address(0xb3)];
export const [A, B, C] = [address(0xa), address(0xb), address(0xc)];
const VOTE = `0x766f7465${'0'.repeat(56)}`;

const ofContract = { type: 'CONTRACT', contract: CONTRACT };
export const v1 = (vault: string, delegate: string, more: object = {}) => {
  return { type: 'ALL', delegate, vault, contract: null, tokenId: null, ...more };
};

/** The delegations of each vault, in the order of the service: outgoing first. */
export const LISTS: Readonly<Record<string, readonly object[]>> = {
  [`/registry/v2/${V1}`]: [
    grant(V1, B),
    grant(V1, A, ofContract),
    grant(V1, B, ofContract),
    grant(V1, address(0xd1), TOKEN),
    grant(V1, address(0xd2), { ...ofContract, contract: address(0xdead) }),
    grant(V1, C, { rights: VOTE }),
    grant(address(0xd3), V1),
  ],
  [`/registry/v2/${V2}`]: [grant(V2, A), grant(V2, V2)],
  [`/registry/v1/${V1}`]: [
    v1(V1, B),
    v1(V1, address(0xd4), { type: 'TOKEN', contract: CONTRACT, tokenId: '7' }),
  ],
  [`/registry/v1/${V3}`]: [v1(V3, C, ofContract), v1(address(0xd5), V3)],
};

export const NETWORK = {
  chainId: 1,
  name: 'Ethereum',
  testnet: false,
  explorer: null,
  registries: { v1: address(1), v2: address(2) },
  publicNode: null,
  proofs: true,
};

const CHAIN = {
  chainId: 1,
  name: 'Ethereum',
  state: 'ready',
  detail: null,
  indexed: null,
  head: AT.number + 90,
  safe: AT.number + 30,
  lagBlocks: 0,
  lagSeconds: 0,
  heardMsAgo: 0,
  maxLag: { ms: 1, blockAgeMs: null },
  nodes: [],
};

export const withFinal = (finalized: number | null) => ({ chains: [{ ...CHAIN, finalized }] });

export const STATUS = withFinal(AT.number);
