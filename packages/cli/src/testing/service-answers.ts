/** Answers about the service itself, as it writes them. */
import { AT } from './eligibility-answers.ts';

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

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
