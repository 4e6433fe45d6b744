/** Token contracts of a small world, one of which misbehaves, and what happens to their tokens. */
import { integer, type LocalChain, pick, type Random, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress, type Standard } from '@mandate/core';
import { type EncodeFunctionDataParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { KEYED, WALLETS } from '../world.ts';

export interface Token {
  readonly name: string;
  readonly address: Address;
  /** `null` if it claims what its mode says. */
  readonly standard: Standard | null;
}

export const ART: Token = {
  name: 'art',
  address: parseAddress('0x7212000000000000000000000000000000000001'),
  standard: 'ERC721',
};
export const ITEMS: Token = {
  name: 'items',
  address: parseAddress('0x1155000000000000000000000000000000000002'),
  standard: 'ERC1155',
};
export const COIN: Token = {
  name: 'coin',
  address: parseAddress('0x2020000000000000000000000000000000000003'),
  standard: 'ERC20',
};
export const HOSTILE: Token = {
  name: 'hostile',
  address: parseAddress('0x6666000000000000000000000000000000000004'),
  standard: null,
};
export const TOKENS = [ART, ITEMS, COIN, HOSTILE] as const;
export const TOKEN_CODE: ReadonlyMap<Address, Hex> = new Map([
  [ART.address, readSampleCode('sample-erc721')],
  [ITEMS.address, readSampleCode('sample-erc1155')],
  [COIN.address, readSampleCode('sample-erc20')],
  [HOSTILE.address, readSampleCode('hostile-token')],
]);
/** The ids that exist, and one that does not. */
export const IDS = [0n, 1n, 2n, 3n, 2n ** 64n + 1n] as const;
export const NO_ID = 77n;

/** The modes of the contract that misbehaves, in its own order. */
export const MODES = [
  'honest',
  'reverts',
  'burnsGas',
  'returnsTooLittle',
  'returnsTooMuch',
  'claimsAllStandards',
  'claimsNoStandard',
  'claimsEveryInterface',
  'hasOwnersThatAreNoAddresses',
  'failsForSome',
] as const;
export type Mode = (typeof MODES)[number];

const abi = parseAbi([
  'function mint(address to, uint256[] tokenIds)',
  'function mint(address to, uint256[] ids, uint256[] values)',
  'function mint(address to, uint256 value)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address holder) view returns (uint256)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function transfer(address to, uint256 value)',
  // The mode of the contract that misbehaves.
  'function give(address to, uint256 tokenId)',
  'function behave(uint8 mode)',
]);
type Write = EncodeFunctionDataParameters<typeof abi>;

const [ANYONE] = WALLETS;

async function send(
  chain: LocalChain,
  { address: to }: Token,
  call: Omit<Write, 'abi'>,
  from: Address = ANYONE,
) {
  await chain.send({ from, to, data: encodeFunctionData({ abi, ...call } as Write) });
}

/** Gives every wallet something to begin with. */
export async function mintTokens(chain: LocalChain): Promise<void> {
  for (const [i, id] of IDS.entries()) {
    const to = WALLETS[i % WALLETS.length] ?? ANYONE;
    await send(chain, ART, { functionName: 'mint', args: [to, [id]] });
    await send(chain, HOSTILE, { functionName: 'give', args: [to, id] });
  }
  for (const to of WALLETS) {
    await send(chain, ITEMS, { functionName: 'mint', args: [to, [0n, 1n], [3n, 1n]] });
    await send(chain, COIN, { functionName: 'mint', args: [to, 5n] });
  }
  await chain.mine();
}

/** Moves a token, or tells the contract that misbehaves how to do so. */
export async function moveToken(chain: LocalChain, random: Random): Promise<void> {
  const dice = integer(random, 0, 9);
  if (dice < 4) return moveArt(chain, random);
  if (dice < 5) return moveItems(chain, random);
  if (dice < 6) return moveCoins(chain, random);
  if (dice < 8)
    return send(chain, HOSTILE, { functionName: 'give', args: [pick(random, WALLETS), pick(random, IDS)] });
  return send(chain, HOSTILE, { functionName: 'behave', args: [integer(random, 0, MODES.length - 1)] });
}

async function moveArt(chain: LocalChain, random: Random): Promise<void> {
  const [id, to] = [pick(random, IDS), pick(random, WALLETS)];
  const { address } = ART;
  const owner = await chain.client.readContract({ abi, address, functionName: 'ownerOf', args: [id] });
  const from = parseAddress(owner);
  await send(chain, ART, { functionName: 'transferFrom', args: [from, to, id] }, from);
}

/** Contracts would have to accept what they get, so only wallets with keys get items. */
async function moveItems(chain: LocalChain, random: Random): Promise<void> {
  const [from, to, id] = [pick(random, KEYED), pick(random, KEYED), pick(random, IDS)];
  const { address } = ITEMS;
  const has = await chain.client.readContract({ abi, address, functionName: 'balanceOf', args: [from, id] });
  if (has > 0n)
    await send(chain, ITEMS, { functionName: 'safeTransferFrom', args: [from, to, id, 1n, '0x'] }, from);
  else await send(chain, ITEMS, { functionName: 'mint', args: [to, [id], [2n]] }, from);
}

async function moveCoins(chain: LocalChain, random: Random): Promise<void> {
  const [from, to] = [pick(random, KEYED), pick(random, WALLETS)];
  const { address } = COIN;
  const has = await chain.client.readContract({ abi, address, functionName: 'balanceOf', args: [from] });
  if (has > 0n) await send(chain, COIN, { functionName: 'transfer', args: [to, has / 2n + 1n] }, from);
  else await send(chain, COIN, { functionName: 'mint', args: [to, 4n] }, from);
}
