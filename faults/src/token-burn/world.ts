/** A chain with a token contract that burns all gas it gets, and a wallet with many vaults. */
import { readSampleCode, startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { encodeFunctionData, parseAbi } from 'viem';
import { createV2Pair } from '../known-chain.ts';
import { type FollowedChain, getHeadOf } from '../lively-chain.ts';

const VAULTS = 30;
const PAIRS = 8;
/** The number of vaults and of tokens that questions name. */
const NAMED = 4;
/** `BurnsGas` of `HostileToken.sol`. */
const BURNS_GAS = 2;

const address = (kind: string, number: number) =>
  parseAddress(`0x${kind}${number.toString(16).padStart(40 - kind.length, '0')}`);
const TOKEN = address('66', 1);
const WALLET = address('b0', 1);
const tokenAbi = parseAbi(['function behave(uint8 mode)']);

export interface BurningWorld {
  readonly chain: FollowedChain;
  /** The paths of ordinary checks, all of which are true. */
  readonly checks: readonly string[];
  /** The paths of questions about the token. */
  readonly questions: readonly string[];
}

export async function startBurningWorld(): Promise<BurningWorld> {
  const local = await startLocalChain({ contracts: new Map([[TOKEN, readSampleCode('hostile-token')]]) });
  const vaults = Array.from({ length: VAULTS }, (_, vault) =>
    createV2Pair(local, address('a0', vault), WALLET),
  );
  const pairs = Array.from({ length: PAIRS }, (_, pair) =>
    createV2Pair(local, address('a2', pair), address('b2', pair)),
  );
  for (const { grant } of [...vaults, ...pairs]) await local.send(grant);
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'behave', args: [BURNS_GAS] });
  await local.send({ from: WALLET, to: TOKEN, data });
  await local.mine();
  const about = `/eligibility?chainId=${local.chainId}&wallet=${WALLET}&contract=${TOKEN}`;
  const named = vaults.slice(0, NAMED).map(({ from }) => `${about}&vault=${from}`);
  // The contract does not tell who owns a token.
  const tokens = Array.from({ length: NAMED }, (_, tokenId) => `${about}&tokenId=${tokenId}`);
  return {
    chain: { local, getHead: () => getHeadOf(local) },
    checks: pairs.map(({ path }) => path),
    // A third each: about all vaults, about one, and about one token.
    questions: named.flatMap((path, i) => [about, path, tokens[i] ?? '']),
  };
}
