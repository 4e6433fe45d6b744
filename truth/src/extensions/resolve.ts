/**
 * `/resolve`: a wallet must be in the answer exactly if the contracts' own checks are true, with grants that
 * they list.
 */
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  createGrant,
  type Delegation,
  FULL_RIGHTS,
  getKind,
  identify,
  type Kind,
  listKinds,
  listSatisfying,
  parseAddress,
  type Question,
  type Registry,
  type Rights,
} from '@mandate/core';
import { answerCheck } from '../answer-check.ts';
import { show } from '../compare.ts';
import { type Compared, type Difference, tellApart } from '../compared.ts';
import { askChecks } from '../contract-answers.ts';
import { nameAddress, nameScope } from '../names.ts';
import type { Reply } from '../service.ts';
import { CONTRACTS, MARKERS, REGISTRY_CHOICES, RIGHTS, TOKEN_IDS, WALLETS } from '../world.ts';
import { compareBeginnings, type GrantJson, readGrant } from './beginnings.ts';
import { chooseOne } from './choose.ts';
import type { Context } from './context.ts';
import { readPages } from './read-pages.ts';
import { isUnknown } from './unknowable.ts';

/** The wallets that may be found. */
const OTHERS = [...WALLETS, ...MARKERS];

/** The question: one wallet is given, the other is searched for. */
interface Resolving {
  readonly known: 'from' | 'to';
  readonly wallet: Address;
  readonly registries: readonly Registry[];
  readonly contract?: Address;
  readonly tokenId?: bigint;
  readonly rights: Rights;
  readonly strict: boolean;
}

interface Page {
  readonly wallets: readonly {
    readonly address: string;
    readonly grants: readonly {
      readonly chainId: number;
      readonly broadest: GrantJson;
      readonly narrowest: GrantJson;
    }[];
  }[];
  readonly chains: readonly {
    readonly chainId: number;
    readonly known: boolean;
    readonly block?: { readonly hash: string };
    readonly safeBlock?: number;
    readonly code?: string;
  }[];
  readonly next: string | null;
}

export async function compareResolve(context: Context): Promise<Compared> {
  const { service, chainIds, resting, random } = context;
  const resolving = chooseResolving(random);
  const own = String(resting.chain.chainId);
  const name = `resolve ${nameResolving(resolving)}, on chain ${own}`;
  const query = {
    ...queryOf(resolving),
    ...chooseOne(random, [{}, ...['all', chainIds.join(','), own].map((ids) => ({ chainIds: ids }))]),
    ...chooseOne(random, [{}, { limit: String(integer(random, 1, 3)) }]),
  };
  const pages = await readPages(service, '/resolve', query, (reply) => readPage(reply, context, resolving));
  const questions = OTHERS.length;
  if (pages === 'unknown') return { questions, unknown: questions, differences: [] };
  if (typeof pages === 'string')
    return { questions, differences: tellApart(name, pages, 'pages of wallets') };
  return { questions, differences: await comparePages(context, name, resolving, pages) };
}

function chooseResolving(random: Random): Resolving {
  const depth = integer(random, 0, 2);
  return {
    known: pick(random, ['from', 'to']),
    wallet: pick(random, WALLETS),
    registries: pick(random, [REGISTRY_CHOICES[0], ...REGISTRY_CHOICES]),
    ...(depth > 0 ? { contract: pick(random, CONTRACTS) } : {}),
    ...(depth > 1 ? { tokenId: pick(random, TOKEN_IDS) } : {}),
    rights: pick(random, RIGHTS),
    strict: integer(random, 0, 1) === 1,
  };
}

/** Reads one page, or returns the unexpected reply. A strict question may be unknown on a pruned node. */
function readPage(
  reply: Reply,
  { resting, isUnknowable }: Context,
  { strict, registries }: Resolving,
): Page | string {
  const { chain: asked, latest, safe } = resting;
  const unknown = isUnknowable(registries, null) ? 'unknown' : 'an unknown history';
  if (strict && isUnknown(reply)) return unknown;
  if (reply.status !== 200) return `${reply.status} ${reply.body}`;
  const page = JSON.parse(reply.body) as Page;
  const chain = page.chains.find(({ chainId }) => chainId === asked.chainId);
  if (strict && chain?.code === 'history_uncertain') return unknown;
  if (!chain?.known || chain.block?.hash !== latest.hash)
    return `${JSON.stringify(page.chains)}, where the latest block is ${latest.hash}`;
  if (chain.safeBlock !== (strict ? safe.number : undefined))
    return `${JSON.stringify(page.chains)}, where the safe block is ${safe.number}`;
  return page;
}

function queryOf({
  known,
  wallet,
  registries,
  contract,
  tokenId,
  rights,
  strict,
}: Resolving): Record<string, string> {
  return {
    [known]: wallet,
    registries: registries.join(','),
    ...(contract ? { contract } : {}),
    ...(tokenId === undefined ? {} : { tokenId: String(tokenId) }),
    // Without `rights`, full rights are required.
    ...(rights === FULL_RIGHTS ? {} : { rights }),
    ...(strict ? { consistency: 'strict' } : {}),
    numbers: 'string',
  };
}

async function comparePages(
  context: Context,
  name: string,
  resolving: Resolving,
  pages: readonly Page[],
): Promise<Difference[]> {
  const { chain, latest } = context.resting;
  const wallets = pages.flatMap((page) => page.wallets);
  const order = wallets.map(({ address }) => address.toLowerCase());
  const ours = wallets.flatMap(({ address, grants }) =>
    grants
      .filter(({ chainId }) => chainId === chain.chainId)
      .map((grant) => ({ ...grant, wallet: parseAddress(address) })),
  );
  const expected = await findExpected(context, resolving);
  const named = (found: readonly { wallet: Address }[]) =>
    found.map(({ wallet }) => nameAddress(wallet)).join(', ');
  const bare = wallets.filter(({ grants }) => grants.length === 0).map(({ address }) => address);
  const rows = ours.flatMap(({ broadest, narrowest }) => [broadest, narrowest]);
  return [
    ...tellApart(`${name}: order`, order.join(), [...new Set(order)].toSorted().join()),
    ...tellApart(`${name}: wallets without grants`, bare.join(', '), ''),
    ...tellApart(name, named(ours), named(expected)),
    ...ours.flatMap(({ wallet, broadest, narrowest }) => {
      const grants = expected.find((each) => each.wallet === wallet)?.grants ?? [];
      return [
        ...tellApart(`${name}: broadest of ${nameAddress(wallet)}`, ...rankedFirst(broadest, grants, 1)),
        ...tellApart(`${name}: narrowest of ${nameAddress(wallet)}`, ...rankedFirst(narrowest, grants, -1)),
      ];
    }),
    ...(await compareBeginnings(context, name, rows, latest.number)),
  ];
}

/** Returns the grant with a text that matches only if the grant is in force and no other ranks before it. */
function rankedFirst(
  row: GrantJson,
  standing: readonly Delegation[],
  sign: 1 | -1,
): [ours: string, registry: string] {
  const ours = readGrant(row);
  const ranks = standing.map((each) => sign * rankOf(each));
  const first = standing.filter((_, i) => ranks[i] === Math.min(...ranks));
  const same = first.find((each) => show([each]) === show([ours]));
  return [show([ours]), show(same ? [same] : first)];
}

/** Wallets rank before contracts, and contracts before tokens. Among equals, full rights rank first. */
function rankOf(delegation: Delegation): number {
  const isLimited = 'rights' in delegation && delegation.rights !== FULL_RIGHTS;
  const breadth = delegation.kind === 'all' ? 0 : delegation.kind === 'contract' ? 2 : 4;
  return breadth + (isLimited ? 1 : 0);
}

/** Finds every wallet for which a contract's check is true, and the listed grants behind it. */
async function findExpected({ resting, listAt, steady }: Context, resolving: Resolving) {
  const pairs = OTHERS.map((wallet) => ({ wallet, questions: questionsOf(resolving, wallet) }));
  const all = pairs.flatMap(({ questions }) => questions);
  const answers = resolving.strict
    ? all.map((question) => answerCheck(question, steady.delegations))
    : await askChecks(resting.chain, all, resting.latest.hash);
  const listed = resolving.strict ? steady.delegations : await listAt(resting.latest);
  return pairs
    .filter(({ questions }) =>
      answers.splice(0, questions.length).some((answer) => answer !== false && answer !== 0n),
    )
    .map(({ wallet, questions }) => {
      const satisfying = new Set(questions.flatMap(listSatisfying).map(identify));
      return { wallet, grants: listed.filter((each) => satisfying.has(identify(each))) };
    })
    .toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1));
}

/** Turns a scope into checks of the contracts. A token may be of either standard. */
function questionsOf(
  { known, wallet, registries, contract, tokenId, rights }: Resolving,
  other: Address,
): Question[] {
  const parties = known === 'from' ? { from: wallet, to: other } : { from: other, to: wallet };
  return registries.flatMap((registry) => {
    const ofTokens = listKinds(registry).filter((kind) => getKind(registry, kind).scope.includes('tokenId'));
    const narrowest: readonly Kind[] = tokenId !== undefined ? ofTokens : [contract ? 'contract' : 'all'];
    return narrowest.map((kind) => createGrant({ ...parties, registry, kind, contract, tokenId, rights }));
  });
}

function nameResolving(resolving: Resolving): string {
  const scopes = questionsOf(resolving, resolving.wallet).map(nameScope);
  return `${resolving.strict ? 'strictly ' : ''}${resolving.known} ${nameAddress(resolving.wallet)}: ${scopes.join(' or ')}`;
}
