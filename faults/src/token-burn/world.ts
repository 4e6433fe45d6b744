/** A chain with a token contract that burns all gas it gets, and a wallet with many vaults. */
import { readSampleCode, startLocalChain } from '@mandate/contracts';
import { encodeFunctionData, parseAbi } from 'viem';
import { address, createV2Pair } from '../known-chain.ts';

const VAULTS = 30;
const PAIRS = 8;
/** The number of vaults and of tokens that questions name. */
const NAMED = 4;
/** `BurnsGas` of `HostileToken.sol`. */
const BURNS_GAS = 2;

const TOKEN = address('66', 1);
const WALLET = address('b0', 1);
const tokenAbi = parseAbi(['function behave(uint8 mode)']);

export async function startBurningWorld() {
  const local = await startLocalChain({ contracts: new Map([[TOKEN, readSampleCode('hostile-token')]]) });
  const vaults = Array.from({ length: VAULTS }, (_, i) => createV2Pair(local, address('a0', i), WALLET));
  const pairs = Array.from({ length: PAIRS }, (_, i) =>
    createV2Pair(local, address('a2', i), address('b2', i)),
  );
  for (const { grant } of [...vaults, ...pairs]) await local.send(grant);
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'behave', args: [BURNS_GAS] });
  await local.send({ from: WALLET, to: TOKEN, data });
  await local.mine();
  const about = `/eligibility?chainId=${local.chainId}&wallet=${WALLET}&contract=${TOKEN}`;
  // A third each: about all vaults, about one, and about one token. The contract does not tell who owns a token.
  const questions = vaults
    .slice(0, NAMED)
    .flatMap(({ from }, i) => [about, `${about}&vault=${from}`, `${about}&tokenId=${i}`]);
  /** The paths of ordinary checks, all of which are true, and of questions about the token. */
  return { local, checks: pairs.map(({ path }) => path), questions };
}
