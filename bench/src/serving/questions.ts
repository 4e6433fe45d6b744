/** The questions for every server: checks, lists, a list that the client has, and a resolve, with their expected answers. */
import { integer, type Random } from '@mandate/contracts';
import {
  type Question as CoreQuestion,
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  type Kind,
  parseAddress,
  type Registry,
  UNLIMITED,
} from '@mandate/core';
import type { Question as AskedQuestion, Instance } from '../answers.ts';
import { LIST_PATH, RESOLVE_PATH } from './bare.ts';
import {
  address,
  countPairs,
  ERC20_PLACE,
  LONG_LISTS,
  listedWallet,
  MIX_LENGTH,
  type Places,
  SATISFYING,
  scatter,
  VAULTS,
} from './data.ts';

interface Question extends AskedQuestion {
  readonly type: 'check' | 'list';
  /** True when two processes are measured, too. */
  readonly scales: boolean;
  /** True when only a read model can answer it. */
  readonly needsReadModel: boolean;
  choose(rows: number, random: Random): Required<Pick<Instance, 'expected'>> & Instance;
}

export interface CheckQuestion extends Question {
  readonly type: 'check';
  readonly registry: Registry;
  readonly places: Places;
  /** Returns the question about one pair. */
  ask(from: string, to: string, contract: string, tokenId: bigint): CoreQuestion;
}

interface ListQuestion extends Question {
  readonly type: 'list';
  readonly rows: number;
  readonly wallets: number;
}

export type ServingQuestion = CheckQuestion | ListQuestion;

const USUAL = { connections: 32, requests: 100_000, atHalf: true } as const;
/** The service rejects long lists when too many are requested at once. They use few wallets. */
const LONG = { connections: 4, requests: 1_000, atHalf: false } as const;

type Parameter = 'from' | 'to' | 'vault' | 'delegate' | 'contract' | 'tokenId';
const OF_TOKEN = ['delegate', 'vault', 'contract', 'tokenId'] as const;

interface CheckFields {
  readonly name: string;
  readonly registry: Registry;
  readonly kind: Kind;
  readonly places: Places;
  readonly scales?: boolean;
  readonly parameters: readonly Parameter[];
  /** The expected answer for the nth pair, with and without a grant. */
  readonly yes?: (n: number) => string;
  readonly no?: string;
}

function createCheck({ name, registry, kind, places, parameters, ...fields }: CheckFields): CheckQuestion {
  const { yes = () => 'true', no = 'false', scales = false } = fields;
  const [first, last] = places;
  return {
    name,
    type: 'check',
    registry,
    ...USUAL,
    scales,
    needsReadModel: false,
    places,
    /** Every second pair has no grant. */
    choose(rows, random) {
      const pairs = Math.floor(countPairs(rows) / MIX_LENGTH);
      const has = random() < 0.5;
      const n =
        MIX_LENGTH * (integer(random, 0, pairs - 1) + (has ? 0 : pairs + 1)) + integer(random, first, last);
      const w = scatter(n);
      const [from, to, contract] = [address('aa', w), address('bb', w), address('cc', w)];
      const values = { from, to, vault: from, delegate: to, contract, tokenId: w };
      const query = parameters.map((name) => `${name}=${values[name]}`);
      return {
        path: `/registry/${registry}/check/${kind}?${query.join('&')}`,
        expected: { body: has ? yes(n) : no },
      };
    },
    ask: (from, to, contract, tokenId) =>
      grantOf(
        createDelegation({
          registry,
          kind,
          from: parseAddress(from),
          to: parseAddress(to),
          tokenId,
          contract: parseAddress(contract),
          rights: FULL_RIGHTS,
          amount: 0n,
        }),
      ),
  };
}

type Changed = Pick<Question, 'name' | 'needsReadModel'> & Required<Pick<Instance, 'headers' | 'expected'>>;

/** Without wallets, every wallet of a pair has one row. */
function createList(
  rows: number,
  wallets: number,
  { headers = [], expected = { rows }, ...fields }: Partial<Changed> = {},
): ListQuestion {
  return {
    name: rows === 1 ? 'list of 1 row' : `list of ${rows.toLocaleString('en')} rows`,
    type: 'list',
    rows,
    wallets,
    scales: false,
    needsReadModel: false,
    ...(rows > 1_000 ? LONG : USUAL),
    ...fields,
    choose(all, random) {
      const wallet =
        wallets === 0 ? choosePair(all, random) : listedWallet(rows, integer(random, 0, wallets - 1));
      return { path: `${LIST_PATH}${address('bb', wallet)}`, headers, expected };
    },
  };
}

/** The vaults of a hot wallet. */
function createResolve({ rows, wallets }: typeof VAULTS): ListQuestion {
  const list = createList(rows, wallets, { name: `resolve of ${rows} vaults` });
  return {
    ...list,
    choose(all, random) {
      const { path } = list.choose(all, random);
      return { path: RESOLVE_PATH + path.slice(LIST_PATH.length), expected: { wallets: rows } };
    },
  };
}

function choosePair(rows: number, random: Random): number {
  const pairs = Math.floor(countPairs(rows) / MIX_LENGTH);
  return scatter(MIX_LENGTH * integer(random, 0, pairs - 1) + integer(random, ...SATISFYING.v2));
}

export const QUESTIONS: readonly ServingQuestion[] = [
  createCheck({
    name: 'check/all',
    registry: 'v2',
    kind: 'all',
    places: SATISFYING.all,
    scales: true,
    parameters: ['to', 'from'],
  }),
  createCheck({
    name: 'check/erc721',
    registry: 'v2',
    kind: 'erc721',
    places: SATISFYING.erc721,
    scales: true,
    parameters: OF_TOKEN,
  }),
  createCheck({
    name: 'check/erc20',
    registry: 'v2',
    kind: 'erc20',
    places: SATISFYING.erc20,
    parameters: ['delegate', 'vault', 'contract'],
    // The amount is the number of the block it was granted in.
    yes: (n) => String(n % MIX_LENGTH === ERC20_PLACE ? n + 1 : UNLIMITED),
    no: '0',
  }),
  createCheck({
    name: 'v1 check/token',
    registry: 'v1',
    kind: 'token',
    places: SATISFYING.v1Token,
    parameters: OF_TOKEN,
  }),
  createList(1, 0),
  ...LONG_LISTS.map(({ rows, wallets }) => createList(rows, wallets)),
  createList(1, 0, {
    name: 'list that the client has',
    // Without a read model a list has no tag.
    needsReadModel: true,
    headers: [['If-None-Match', '*']],
    expected: { status: 304 },
  }),
  createResolve(VAULTS),
];
