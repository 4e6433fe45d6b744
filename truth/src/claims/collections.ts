/** Collections that list the ids of a holder, well or badly, and what happens to their tokens. */
import { integer, type LocalChain, pick, type Random, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { type EncodeFunctionDataParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { WALLETS } from '../world.ts';
import { ART, HOSTILE, IDS, ITEMS, mintTokens, moveToken, NO_ID, TOKEN_CODE, type Token } from './tokens.ts';

/** Lists ids as ERC721Enumerable does. */
export const LISTED: Token = {
  name: 'listed',
  address: parseAddress('0x7214000000000000000000000000000000000005'),
  standard: 'ERC721',
};
/** Lists ids as ERC721A does, in windows. */
export const BATCH: Token = {
  name: 'batch',
  address: parseAddress('0x7215000000000000000000000000000000000006'),
  standard: 'ERC721',
};
/** Lies about lists and balances. */
export const LIAR: Token = {
  name: 'liar',
  address: parseAddress('0x6667000000000000000000000000000000000007'),
  standard: 'ERC721',
};
export const COLLECTIONS = [ART, LISTED, BATCH, LIAR, HOSTILE, ITEMS] as const;
export const COLLECTION_CODE: ReadonlyMap<Address, Hex> = new Map([
  ...TOKEN_CODE,
  [LISTED.address, readSampleCode('enumerable-erc721')],
  [BATCH.address, readSampleCode('batch-erc721')],
  [LIAR.address, readSampleCode('hostile-collection')],
]);
/** The number of ways in which the contract that lies behaves. */
const LIES = 14;

const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => BigInt(first + i));
const OWN_IDS = [...IDS, ...range(10, 5)];
/** Nobody of the world owns the tokens in the middle, so that the last ones are in the third window. */
const BATCHES = { first: range(1, 12), strangers: 2_000, last: range(2_013, 6) };
const STRANGER = parseAddress('0x5555000000000000000000000000000000000005');

/** Lists every id that a wallet of the world may own, and one that it may not. */
export function listIdsOf(token: Token): readonly bigint[] {
  if (token === BATCH) return [...BATCHES.first, ...BATCHES.last, NO_ID];
  return token === LISTED || token === LIAR ? [...OWN_IDS, NO_ID] : [...IDS, NO_ID];
}

const abi = parseAbi([
  'function mint(address to, uint256 quantity)',
  'function give(address to, uint256 tokenId)',
  'function behave(uint8 mode, bool isEnumerable)',
]);

async function send(
  chain: LocalChain,
  { address: to }: Token,
  call: Omit<EncodeFunctionDataParameters<typeof abi>, 'abi'>,
): Promise<void> {
  const data = encodeFunctionData({ abi, ...call } as EncodeFunctionDataParameters<typeof abi>);
  await chain.send({ from: WALLETS[0], to, data });
}

const give = (chain: LocalChain, token: Token, to: Address, id: bigint) =>
  send(chain, token, { functionName: 'give', args: [to, id] });
const mint = (chain: LocalChain, to: Address, quantity: number) =>
  send(chain, BATCH, { functionName: 'mint', args: [to, BigInt(quantity)] });

export async function mintCollections(chain: LocalChain): Promise<void> {
  await mintTokens(chain);
  for (const [i, id] of OWN_IDS.entries()) {
    const to = WALLETS[i % WALLETS.length] ?? STRANGER;
    await give(chain, LISTED, to, id);
    await give(chain, LIAR, to, id);
  }
  for (const to of WALLETS) await mint(chain, to, BATCHES.first.length / WALLETS.length);
  await mint(chain, STRANGER, BATCHES.strangers);
  for (const [i] of BATCHES.last.entries()) await mint(chain, WALLETS[i % WALLETS.length] ?? STRANGER, 1);
  await chain.mine();
}

/** Moves a token of any collection, or tells the one that lies how to do so. */
export async function moveInCollections(chain: LocalChain, random: Random): Promise<void> {
  const dice = integer(random, 0, 9);
  const to = pick(random, WALLETS);
  if (dice < 2) return give(chain, LISTED, to, pick(random, OWN_IDS as [bigint, ...bigint[]]));
  if (dice < 4)
    return give(chain, BATCH, to, pick(random, [...BATCHES.first, ...BATCHES.last] as [bigint, ...bigint[]]));
  if (dice < 5) return give(chain, LIAR, to, pick(random, OWN_IDS as [bigint, ...bigint[]]));
  if (dice < 7) {
    const args = [integer(random, 0, LIES - 1), integer(random, 0, 1) === 0] as const;
    return send(chain, LIAR, { functionName: 'behave', args });
  }
  return moveToken(chain, random);
}
