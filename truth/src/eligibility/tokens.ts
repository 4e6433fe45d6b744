/** Token contracts of a small world, one of which misbehaves, and what happens to their tokens. */
import { integer, type LocalChain, pick, type Random, readSampleCode } from '@mandate/contracts';
import { type Address, parseAddress, type Standard } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { KEYED, WALLETS } from '../world.ts';

export interface Token {
  readonly name: string;
  readonly address: Address;
  /** Null: it claims what its mode says. */
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

const erc721 = parseAbi([
  'function mint(address to, uint256[] tokenIds)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function transferFrom(address from, address to, uint256 tokenId)',
]);
const erc1155 = parseAbi([
  'function mint(address to, uint256[] ids, uint256[] values)',
  'function balanceOf(address holder, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
]);
const erc20 = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address holder) view returns (uint256)',
  'function transfer(address to, uint256 value)',
]);
const hostile = parseAbi(['function behave(uint8 mode)', 'function give(address to, uint256 tokenId)']);

const [ANYONE] = WALLETS;

/** Gives every wallet something to begin with. */
export async function mintTokens(chain: LocalChain): Promise<void> {
  for (const [i, id] of IDS.entries()) {
    const to = WALLETS[i % WALLETS.length] ?? ANYONE;
    await chain.send({
      from: ANYONE,
      to: ART.address,
      data: encodeFunctionData({ abi: erc721, functionName: 'mint', args: [to, [id]] }),
    });
    await chain.send({
      from: ANYONE,
      to: HOSTILE.address,
      data: encodeFunctionData({ abi: hostile, functionName: 'give', args: [to, id] }),
    });
  }
  for (const to of WALLETS) {
    await chain.send({
      from: ANYONE,
      to: ITEMS.address,
      data: encodeFunctionData({ abi: erc1155, functionName: 'mint', args: [to, [0n, 1n], [3n, 1n]] }),
    });
    await chain.send({
      from: ANYONE,
      to: COIN.address,
      data: encodeFunctionData({ abi: erc20, functionName: 'mint', args: [to, 5n] }),
    });
  }
  await chain.mine();
}

/** Moves a token, or tells the contract that misbehaves how to do so. What is pending has to be mined before. */
export async function moveToken(chain: LocalChain, random: Random): Promise<void> {
  const dice = integer(random, 0, 9);
  if (dice < 4) return moveArt(chain, random);
  if (dice < 5) return moveItems(chain, random);
  if (dice < 6) return moveCoins(chain, random);
  const data =
    dice < 8
      ? encodeFunctionData({
          abi: hostile,
          functionName: 'give',
          args: [pick(random, WALLETS), pick(random, IDS)],
        })
      : encodeFunctionData({
          abi: hostile,
          functionName: 'behave',
          args: [integer(random, 0, MODES.length - 1)],
        });
  await chain.send({ from: ANYONE, to: HOSTILE.address, data });
}

async function moveArt(chain: LocalChain, random: Random): Promise<void> {
  const id = pick(random, IDS);
  const address = ART.address;
  const to = pick(random, WALLETS);
  const owner = await chain.client.readContract({
    abi: erc721,
    address,
    functionName: 'ownerOf',
    args: [id],
  });
  const from = parseAddress(owner);
  const data = encodeFunctionData({ abi: erc721, functionName: 'transferFrom', args: [from, to, id] });
  await chain.client.impersonateAccount({ address: from });
  await chain.send({ from, to: address, data });
}

/** Contracts would have to accept what they get, so only wallets with keys get items. */
async function moveItems(chain: LocalChain, random: Random): Promise<void> {
  const [from, to, id] = [pick(random, KEYED), pick(random, KEYED), pick(random, IDS)];
  const address = ITEMS.address;
  const args = [from, id] as const;
  const has = await chain.client.readContract({ abi: erc1155, address, functionName: 'balanceOf', args });
  const data =
    has > 0n
      ? encodeFunctionData({ abi: erc1155, functionName: 'safeTransferFrom', args: [from, to, id, 1n, '0x'] })
      : encodeFunctionData({ abi: erc1155, functionName: 'mint', args: [to, [id], [2n]] });
  await chain.send({ from, to: address, data });
}

async function moveCoins(chain: LocalChain, random: Random): Promise<void> {
  const [from, to] = [pick(random, KEYED), pick(random, WALLETS)];
  const address = COIN.address;
  const has = await chain.client.readContract({
    abi: erc20,
    address,
    functionName: 'balanceOf',
    args: [from],
  });
  const data =
    has > 0n
      ? encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, has / 2n + 1n] })
      : encodeFunctionData({ abi: erc20, functionName: 'mint', args: [to, 4n] });
  await chain.send({ from, to: address, data });
}
