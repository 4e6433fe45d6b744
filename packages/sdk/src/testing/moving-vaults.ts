/** Random delegations of vaults that move to v2, and what the move makes of each. */
import { integer, pick, type Random } from '@mandate/contracts';
import { type Address, parseAddress } from '@mandate/core';
import { ERC721, fixedContract } from '@mandate/testing/chain/fixed-contract';
import type { Write } from '../calldata/index.ts';
import type { Hex } from '../hex.ts';
import type { WritableGrant } from '../write/index.ts';

/** More grants than one multicall takes. */
const LARGE = 60;
const RIGHTS = `0x${'ab'.repeat(32)}` as const;
export const FULL_RIGHTS = `0x${'00'.repeat(32)}` as const;
export const UNLIMITED = 2n ** 256n - 1n;

export const addressOf = (name: string, number: number) =>
  parseAddress(`0x${name.padEnd(32, '0')}${number.toString(16).padStart(8, '0')}`);

const supporting = (...ids: Hex[]) =>
  fixedContract({ 'supportsInterface(bytes4)': { supports: ['0x01ffc9a7', ...ids] } });

/** Token contracts, and what they answer by ERC-165. */
export const TOKENS = [
  { kind: 'ERC721', code: fixedContract(ERC721) },
  { kind: 'ERC1155', code: supporting('0xd9b67a26') },
  { kind: 'both', code: supporting('0x80ac58cd', '0xd9b67a26') },
  { kind: 'neither', code: supporting() },
  { kind: 'noCode', code: null },
].map(({ kind, code }, i) => ({ kind, code, address: addressOf('c011ec7', i + 1) }));
export const DELEGATES = Array.from({ length: 5 }, (_, i) => addressOf('de1e9a7e', i + 1));
const REASONS: Readonly<Record<string, string>> = { both: 'unclear', neither: 'unclear', noCode: 'noCode' };

/** Draws the writes of a vault. One that is `large` has more delegations than a multicall takes. */
export function drawWrites(random: Random, chainId: number, isLarge: boolean): Write[] {
  const grants = [
    ...Array.from({ length: isLarge ? LARGE : 0 }, (_, i) => ({ ...drawItem(random), tokenId: BigInt(i) })),
    ...Array.from({ length: integer(random, 1, 10) }, () => drawV1(random)),
    ...Array.from({ length: integer(random, 0, 6) }, () => drawV2(random)),
  ];
  return grants.flatMap((grant): Write[] => {
    const isEnded = integer(random, 1, 8) === 1;
    const end = { action: 'revoke', chainId, grant } as const;
    return [{ action: 'grant', chainId, grant }, ...(isEnded ? [end] : [])];
  });
}

const some = <T>(random: Random, list: readonly T[]) => pick(random, list as [T, ...T[]]);

function drawItem(random: Random) {
  const contract = TOKENS[1]?.address ?? '0x';
  return { registry: 'v1', type: 'token', to: some(random, DELEGATES), contract } as const;
}

function drawScope(random: Random) {
  const { address: contract } = some(random, TOKENS);
  return { to: some(random, DELEGATES), contract, tokenId: BigInt(integer(random, 0, 3)) };
}

function drawV1(random: Random): WritableGrant {
  const { to, contract, tokenId } = drawScope(random);
  const type = some(random, ['all', 'contract', 'token', 'token', 'token'] as const);
  if (type === 'all') return { registry: 'v1', type, to };
  if (type === 'contract') return { registry: 'v1', type, to, contract };
  return { registry: 'v1', type, to, contract, tokenId };
}

/** Draws what a move of a v1 delegation could grant, or nearly that. */
function drawV2(random: Random): WritableGrant {
  const { to, contract, tokenId } = drawScope(random);
  const rights = some(random, [RIGHTS, FULL_RIGHTS, FULL_RIGHTS]);
  const amount = some(random, [UNLIMITED, 5n]);
  return some<WritableGrant>(random, [
    { registry: 'v2', type: 'all', to, rights },
    { registry: 'v2', type: 'contract', to, contract, rights },
    { registry: 'v2', type: 'erc721', to, contract, tokenId, rights },
    { registry: 'v2', type: 'erc1155', to, contract, tokenId, rights, amount },
    { registry: 'v2', type: 'erc20', to, contract, rights, amount },
  ]);
}

/** The rule, written a second time: from the texts of what v1 and v2 contain. */
export function mapVault(v1: readonly string[], v2: readonly string[]) {
  const added: string[] = [];
  const unmoved: string[] = [];
  for (const text of v1) {
    const mapped = mapOne(text);
    const hasFewer = mapped.startsWith('5 ') && v2.includes(mapped.replace(`${UNLIMITED}`, '5'));
    if (!mapped.includes(' ')) unmoved.push(`${text} ${mapped}`);
    else if (hasFewer) unmoved.push(`${text} otherAmount`);
    else if (!v2.includes(mapped)) added.push(mapped);
  }
  return { added, unmoved: unmoved.toSorted() };
}

/** Returns the v2 delegation as a text, or why there is none. */
function mapOne(text: string): string {
  const [type, to, contract, tokenId] = text.split(' ');
  const v2 = (kind: number, amount = 0n) => [kind, to, contract, tokenId, FULL_RIGHTS, amount].join(' ');
  if (type === '1' || type === '2') return v2(Number(type));
  const kind = TOKENS.find(({ address }) => address === contract)?.kind ?? '';
  if (kind === 'ERC721') return v2(3);
  return kind === 'ERC1155' ? v2(5, UNLIMITED) : (REASONS[kind] ?? kind);
}

export type Sent = readonly [from: Address, writes: readonly Write[]];
