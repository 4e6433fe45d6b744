import type { Facts } from './facts.ts';

export const nameOfChain = ({ chainNames }: Facts, chainId: number) =>
  chainNames.get(chainId) ?? `Chain ${chainId}`;
