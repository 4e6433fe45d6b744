/** Plays random writes: grants, revocations, grants given again, transfers of tokens, and reorgs. */
import {
  encodeGrant,
  encodeRevoke,
  integer,
  type LocalChain,
  pick,
  type Random,
  type Transaction,
} from '@mandate/contracts';
import { type Address, grantOf, identify, type V2Delegation } from '@mandate/core';
import { encodeFunctionData, parseAbi } from 'viem';
import { COLLECTIONS, createRandomDelegation, createRival, TOKEN_IDS, VAULTS } from './world.ts';

const tokenAbi = parseAbi([
  'function mint(address to, uint256[] tokenIds)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function transferFrom(address from, address to, uint256 tokenId)',
]);

/** No reorg is deeper, so that none reaches a final block. */
export const MAX_REORG_DEPTH = 5;
/** More would only make the contract slow: it walks all of them for each question. */
const MAX_DELEGATIONS = 150;
const RIVAL_SHARE = 0.25;

export function createPlayer(chain: LocalChain, random: Random) {
  const { client, registries } = chain;
  const known = new Map<string, V2Delegation>();

  /** Takes half of the delegations from those that were given before: they are revoked, or keep their place in the list. */
  function chooseDelegation(now: number): V2Delegation {
    if (random() < RIVAL_SHARE) return createRival(random);
    const isKnown = known.size > 0 && (known.size >= MAX_DELEGATIONS || random() < 0.5);
    const [first, ...others] = [...known.values()];
    return isKnown && first
      ? pick(random, [first, ...others])
      : createRandomDelegation(random, pick(random, VAULTS), now);
  }

  function createWrite(now: number): Transaction {
    const delegation = chooseDelegation(now);
    known.set(identify(delegation), delegation);
    const data = random() < 0.4 ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation);
    return { from: delegation.from, to: registries.v2, data };
  }

  async function mintTokens(): Promise<void> {
    for (const [i, to] of COLLECTIONS.entries()) {
      const data = encodeFunctionData({
        abi: tokenAbi,
        functionName: 'mint',
        args: [VAULTS[i] ?? VAULTS[0], [...TOKEN_IDS]],
      });
      await chain.send({ from: VAULTS[0], to, data });
    }
    await chain.mine();
  }

  async function transferToken(): Promise<void> {
    const [address, tokenId] = [pick(random, COLLECTIONS), pick(random, TOKEN_IDS)];
    const asked = { address, abi: tokenAbi, args: [tokenId] } as const;
    const from = (await client.readContract({ ...asked, functionName: 'ownerOf' })).toLowerCase() as Address;
    const args = [from, pick(random, VAULTS), tokenId] as const;
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transferFrom', args });
    await chain.send({ from, to: address, data });
  }

  /** Mines a block some seconds after the last one, so that expiries fall on its time. */
  async function mineBlock(): Promise<void> {
    const { timestamp } = await client.getBlock();
    for (let i = integer(random, 1, 6); i > 0; i--) await chain.send(createWrite(Number(timestamp)));
    if (random() < 0.2) await transferToken();
    await client.setNextBlockTimestamp({ timestamp: timestamp + BigInt(integer(random, 1, 3)) });
    await chain.mine();
  }

  async function reorg(lowest: number): Promise<void> {
    const { number, timestamp } = await client.getBlock();
    const depth = Math.min(integer(random, 1, MAX_REORG_DEPTH), Number(number) - lowest);
    if (depth < 1) return;
    const writes = Array.from({ length: integer(random, 0, 6) }, () => {
      return { transaction: createWrite(Number(timestamp)), block: integer(random, 0, depth - 1) };
    });
    await chain.reorg(
      depth,
      writes.toSorted((a, b) => a.block - b.block),
    );
  }

  return { mintTokens, mineBlock, reorg };
}
