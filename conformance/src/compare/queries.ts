/** Paths of every operation, with parameters that are right. */
import { integer, pick, type Random } from '@mandate/contracts';
import { getKindOfRecord, KINDS, type Kind, listKinds } from '@mandate/core';
import { STRANGER, VOTE } from '../grants.ts';
import { IDENTIFIER, NAME, TOKENS } from './ledger.ts';
import type { KnownGrant, World } from './world.ts';

type Pair = readonly [name: string, value: string];
export type Pairs = readonly Pair[];

/** A request's path and query, before anything is made wrong with it. */
export interface Asked {
  readonly path: string;
  readonly query: Pairs;
}

/** The share of requests for a block that never comes. Each takes five seconds. */
const WAIT_IN_VAIN = 0.01;

export const chance = (random: Random, probability: number): boolean => random() < probability;

/** Values of parameters that a request may leave out. */
const OPTIONS = {
  rights: (random, { rights }) => {
    const own = rights ?? VOTE;
    return pick(random, [own, own, VOTE, '', `0x${'0'.repeat(64)}`]);
  },
  numbers: (random) => pick(random, ['string', 'number']),
  explain: (random) => pick(random, ['true', 'true', 'false']),
  firstGrant: (random) => pick(random, ['true', 'false']),
  limit: (random) => String(pick(random, [1, 2, 3, 5, 20, 100, 1_000])),
  chainIds: (random) => pick(random, ['1', '10', '1,10', 'all', '1,43114', '1,999999,137']),
  registries: (random) => pick(random, ['v1', 'v2', 'v1,v2', 'v2,v1']),
  consistency: (random) => pick(random, ['strict', 'latest']),
  direction: (random) => pick(random, ['from', 'to']),
  min: (random) => String(pick(random, [1, 2, 3, 6])),
  vault: (_, { from }) => from,
  format: (random) => pick(random, ['jsonl', 'csv', 'parquet']),
  wallet: (_, { from }) => from,
  contract: (_, { contract }) => contract ?? STRANGER,
} as const satisfies Readonly<Record<string, (random: Random, grant: KnownGrant) => string>>;
const OPTION_SHARE = 0.35;

function drawOptions(random: Random, grant: KnownGrant, ...names: (keyof typeof OPTIONS)[]): Pairs {
  return names
    .filter(() => chance(random, OPTION_SHARE))
    .map((name) => [name, OPTIONS[name](random, grant)] as const);
}

/** An address as clients write it: checksummed, or in lower or upper case. */
function writeAddress(random: Random, address: string): string {
  const upper = `0x${address.slice(2).toUpperCase()}`;
  return pick(random, [address, address, address.toLowerCase(), upper]);
}

function drawWallet(random: Random, world: World): string {
  const { from, to } = pick(random, world.grants);
  return writeAddress(random, pick(random, [from, from, to, to, STRANGER]));
}

function drawTokenId(random: Random, tokenId: string): string {
  return pick(random, [tokenId, tokenId, `0x${BigInt(tokenId).toString(16)}`, '7', '0']);
}

function drawChainId(random: Random, { chainIds }: World, usual: number): string {
  return String(chance(random, 0.9) ? usual : pick(random, chainIds));
}

/** Mostly leaves out the `chainId` of mainnet. */
function drawChain(random: Random, world: World, usual: number): Pairs {
  const chainId = drawChainId(random, world, usual);
  return chainId === '1' && chance(random, 0.7) ? [] : [['chainId', chainId]];
}

/** Mostly nothing, or one way to say when; now and then two, which contradict each other. */
export function drawWhen(random: Random, { heads }: World, { chainId, block, timestamp }: KnownGrant): Pairs {
  const head = heads.get(chainId) ?? 0;
  const near = Math.max(0, Number(block) + integer(random, -1, 2));
  const time = Number(timestamp) + integer(random, -2, 30);
  const drawOne = (): Pairs => [
    pick<Pair>(random, [
      ['blockTag', pick(random, ['latest', 'safe', 'finalized'])],
      ['atBlock', String(pick(random, [near, near, near, head, head + 1, 0]))],
      ['atTime', pick(random, [String(time), new Date(time * 1_000).toISOString(), '1', '99999999999'])],
      ['minBlock', String(chance(random, WAIT_IN_VAIN) ? head + 1 : Math.min(near, head))],
      ['consistency', pick(random, ['strict', 'strict', 'latest'])],
    ]),
  ];
  const dice = random();
  if (dice < 0.5) return [];
  return dice < 0.95 ? drawOne() : [...drawOne(), ...drawOne()];
}

/** The fields of a question, under either name of a wallet. */
export function drawFields(random: Random, world: World, grant: KnownGrant, kind: Kind): Pairs {
  const from = chance(random, 0.9) ? writeAddress(random, grant.from) : drawWallet(random, world);
  const to = chance(random, 0.9) ? writeAddress(random, grant.to) : drawWallet(random, world);
  const scope: Pairs = [
    ...(kind === 'all' ? [] : ([['contract', grant.contract ?? STRANGER]] as const)),
    ...(KINDS[kind].scope.some((field) => field === 'tokenId')
      ? ([['tokenId', drawTokenId(random, grant.tokenId ?? '7')]] as const)
      : []),
  ];
  return [
    [pick(random, ['from', 'vault']), from],
    [pick(random, ['to', 'delegate']), to],
    ...scope,
    ...(grant.registry === 'v2' ? drawOptions(random, grant, 'rights') : []),
  ];
}

/** Mostly the kind of the grant; else another one, which a broader grant may satisfy. */
export function drawKind(random: Random, grant: KnownGrant): Kind {
  if (chance(random, 0.6)) return getKindOfRecord(grant.registry, grant.type, grant.tokenType);
  return pick(random, listKinds(grant.registry));
}

export function drawCheck(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const kind = drawKind(random, grant);
  return {
    path: `/registry/${grant.registry}/check/${kind}`,
    query: [
      ...drawFields(random, world, grant, kind),
      ...drawChain(random, world, grant.chainId),
      ...drawWhen(random, world, grant),
      ...drawOptions(random, grant, 'numbers', 'explain'),
    ],
  };
}

export function drawList(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const wallet = chance(random, 0.8) ? writeAddress(random, grant.from) : drawWallet(random, world);
  const ofV2 = grant.registry === 'v2' ? drawOptions(random, grant, 'firstGrant') : [];
  return {
    path: `/registry/${grant.registry}/${wallet}`,
    query: [
      ...drawChain(random, world, grant.chainId),
      ...drawWhen(random, world, grant),
      ...drawOptions(random, grant, 'numbers', 'limit'),
      ...ofV2,
    ],
  };
}

/** A page that follows a page, as its link says or with another parameter. */
export function drawNextPage(random: Random, world: World): Asked {
  const next = new URL(pick(random, world.nextPages), 'http://localhost');
  const query = [...next.searchParams];
  if (chance(random, 0.8)) return { path: next.pathname, query };
  const changed = pick(random, ['limit', 'chainId', 'numbers', 'consistency', 'atBlock', 'cursor']);
  const values = { limit: '2', chainId: '10', numbers: 'string', consistency: 'strict', atBlock: '3' };
  const old = next.searchParams.get('cursor') ?? '';
  // One character of the cursor is another.
  const broken = old.slice(0, -1) + (old.endsWith('A') ? 'B' : 'A');
  const value = changed === 'cursor' ? broken : values[changed];
  return { path: next.pathname, query: [...query.filter(([name]) => name !== changed), [changed, value]] };
}

export function drawResolve(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const { from, to, contract, tokenId } = grant;
  const scope: Pair[] = [];
  if (contract && chance(random, 0.8)) scope.push(['contract', contract]);
  if (contract && tokenId && chance(random, 0.7)) scope.push(['tokenId', drawTokenId(random, tokenId)]);
  const party = pick(random, ['to', 'from', 'delegate', 'vault']);
  const wallet = party === 'to' || party === 'delegate' ? to : from;
  const options = ['rights', 'chainIds', 'registries', 'consistency', 'limit', 'numbers'] as const;
  return {
    path: '/resolve',
    query: [[party, wallet], ...scope, ...drawOptions(random, grant, ...options)],
  };
}

export function drawChanges(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const cursor: Pairs = [['cursor', pick(random, ['start', 'start', 'start', 'start', '1-3-00000000'])]];
  const options = drawOptions(random, grant, 'chainIds', 'wallet', 'contract', 'limit', 'numbers');
  return { path: '/changes', query: [...(chance(random, 0.97) ? cursor : []), ...options] };
}

export function drawSnapshot(random: Random, world: World): Asked {
  const grant = pick(random, chance(random, 0.8) ? world.finalGrants : world.grants);
  const chain = drawChainId(random, world, grant.chainId);
  return {
    path: `/snapshots/${chain}/${chance(random, 0.9) ? grant.block : integer(random, 0, 200)}`,
    query: [
      ['contract', grant.contract ?? STRANGER],
      ...drawOptions(random, grant, 'format', 'registries', 'numbers'),
    ],
  };
}

export function drawProven(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const kind = drawKind(random, grant);
  const near: Pair = ['atBlock', grant.block];
  return {
    path: `/registry/${grant.registry}/check/${kind}`,
    query: [
      ...drawFields(random, world, grant, kind),
      ...drawChain(random, world, grant.chainId),
      ...pick<Pairs>(random, [[], [], [near], [['blockTag', pick(random, ['safe', 'finalized'])]]]),
      ['proof', 'true'],
    ],
  };
}

export function drawWalletPage(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const options = ['chainIds', 'direction', 'registries', 'limit', 'numbers'] as const;
  return { path: `/wallets/${drawWallet(random, world)}`, query: drawOptions(random, grant, ...options) };
}

export function drawExclusive(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const [path, asked] = pick<readonly [string, Pairs]>(random, [
    ['wallet', [['vault', grant.from]]],
    ['vaults', [['wallet', grant.to]]],
    [
      'owner',
      [
        ['contract', TOKENS.ERC721],
        ['tokenId', drawTokenId(random, grant.tokenId ?? '7')],
      ],
    ],
  ]);
  const rights: Pairs = chance(random, 0.7) ? [['rights', IDENTIFIER]] : [];
  return {
    path: `/exclusive/${path}`,
    query: [
      ...asked,
      ...rights,
      ...drawChain(random, world, grant.chainId),
      ...drawOptions(random, grant, 'numbers'),
    ],
  };
}

export function drawEligibility(random: Random, world: World): Asked {
  const grant = pick(random, world.grants);
  const asset = pick<Pairs>(random, [
    [['contract', TOKENS.ERC721]],
    [
      ['contract', TOKENS.ERC721],
      ['tokenId', '7'],
    ],
    [
      ['contract', TOKENS.ERC20],
      ['standard', 'ERC20'],
    ],
  ]);
  return {
    path: '/eligibility',
    query: [
      ['wallet', grant.to],
      ...asset,
      ...drawChain(random, world, grant.chainId),
      ...drawOptions(random, grant, 'min', 'numbers', 'registries', 'consistency'),
      ...(chance(random, 0.2) && grant.from !== grant.to ? ([['vault', grant.from]] as const) : []),
    ],
  };
}

export function drawNames(random: Random, world: World): Asked {
  const { chainId, from, to } = pick(random, world.grants);
  const address = pick(random, [from, to, TOKENS.ERC721, TOKENS.ERC20, STRANGER]);
  const known = chance(random, 0.9) ? [1, 10] : [chainId];
  const of = `${pick(random, known as [number, ...number[]])}:${address}`;
  return {
    path: '/names',
    query: [
      pick<Pair>(random, [
        ['of', of],
        ['of', `${of},1:${from}`],
        ['name', NAME],
        ['name', 'nobody.eth'],
      ]),
    ],
  };
}

/** Draws one of these paths. They have no parameters. */
export const drawPath =
  (...paths: [string, ...string[]]) =>
  (random: Random): Asked => ({ path: pick(random, paths), query: [] });
