/** `/wallets`: the delegations of a wallet must be those of the registries' own lists, at the block that the answer names. */
import { integer, pick } from '@mandate/contracts';
import type { Address, Delegation, Registry } from '@mandate/core';
import { show } from '../compare.ts';
import { type Compared, type Difference, tellApart } from '../compared.ts';
import { nameAddress } from '../names.ts';
import type { Reply } from '../service.ts';
import { REGISTRY_CHOICES, WALLETS } from '../world.ts';
import { compareBeginnings, type GrantJson, readGrant } from './beginnings.ts';
import type { Context } from './context.ts';
import { chooseMoments, type Moment } from './moments.ts';
import { readPages } from './read-pages.ts';

interface Page {
  readonly delegations: readonly (GrantJson & { readonly chainId: number })[];
  readonly chains: readonly {
    readonly chainId: number;
    readonly known: boolean;
    readonly block?: { readonly number: number };
    readonly code?: string;
  }[];
  readonly next: string | null;
}

interface Viewing {
  readonly wallet: Address;
  readonly direction: 'from' | 'to' | null;
  readonly registries: readonly Registry[];
  readonly moment: Moment;
  readonly limit: number;
}

/** The moments that all chains share. */
const isShared = ({ name }: Moment) => name === 'now' || name === 'strictly' || name.startsWith('at time');

export async function compareWallet(context: Context): Promise<Compared> {
  const { random, resting, service } = context;
  const viewing: Viewing = {
    wallet: pick(random, WALLETS),
    direction: pick(random, [null, 'from', 'to']),
    registries: pick(random, REGISTRY_CHOICES),
    moment: pick(random, chooseMoments(resting, random).filter(isShared) as [Moment, ...Moment[]]),
    limit: integer(random, 1, 5),
  };
  const { wallet, direction, registries, moment, limit } = viewing;
  const name = `wallet ${nameAddress(wallet)}, ${direction ?? 'both'}, ${moment.name}, on chain ${resting.chain.chainId}`;
  const query = {
    ...moment.query,
    ...(direction ? { direction } : {}),
    chainIds: String(resting.chain.chainId),
    registries: registries.join(','),
    limit: String(limit),
    numbers: 'string',
  };
  const pages = await readPages(service, `/wallets/${wallet}`, query, (reply) =>
    readPage(reply, context, viewing),
  );
  if (pages === 'unknown') return { questions: 1, unknown: 1, differences: [] };
  if (typeof pages === 'string') return { questions: 1, differences: tellApart(name, pages, 'pages') };
  return { questions: 1, differences: await comparePages(context, name, viewing, pages) };
}

/** Reads a page, or returns the unexpected reply. */
function readPage(
  { status, body }: Reply,
  { isUnknowable }: Context,
  { moment, registries }: Viewing,
): Page | string {
  const isUnknown = status === 503 && body.includes('"history_uncertain"');
  if (isUnknown && moment.isPast && isUnknowable(registries, null)) return 'unknown';
  return status === 200 ? (JSON.parse(body) as Page) : `${status} ${body}`;
}

async function comparePages(
  context: Context,
  name: string,
  { wallet, direction, registries, moment }: Viewing,
  pages: readonly Page[],
): Promise<Difference[]> {
  const { listAt, steady } = context;
  const isWanted = ({ registry, from, to }: Delegation) =>
    registries.includes(registry) &&
    ((direction !== 'to' && from === wallet) || (direction !== 'from' && to === wallet)) &&
    // The lists are of these wallets alone.
    WALLETS.includes(from);
  const rows = pages.flatMap(({ delegations }) => delegations);
  const ours = rows.map(readGrant).filter(isWanted);
  const listed = moment.safe ? steady.delegations : await listAt(moment.at);
  const blocks = new Set(pages.flatMap(({ chains }) => chains.map(({ block }) => block?.number)));
  const [named = -1, ...others] = blocks;
  const isRightBlock = moment.mayNameEarlier ? named <= moment.at.number : named === moment.at.number;
  return [
    ...tellApart(name, show(ours), show(listed.filter(isWanted))),
    ...tellApart(`${name}: block`, String(isRightBlock && others.length === 0), 'true'),
    ...(await compareBeginnings(context, name, rows, moment.at.number)),
  ];
}
