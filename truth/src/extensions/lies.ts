/** Services with wrong answers, to prove that a run detects them. */
import type { Reply, Service } from '../service.ts';

export interface Lie {
  readonly name: string;
  /** A part of the name of every question that exposes the lie. */
  readonly where: string;
  /** The part of a run that asks such a question, or the beginning of its name. */
  readonly part: string;
  mislead(service: Service): Service;
}

type Query = Readonly<Record<string, string>>;
type Get = Service['get'];
type Tell = (reply: Reply, get: Get, path: string, query: Query) => Promise<string> | string;

/** Changes only the body of some answers. */
function lieTo(isMeant: (query: Query, path: string) => boolean, tell: Tell): Lie['mislead'] {
  return (service) => ({
    ...service,
    async get(path, query) {
      const reply = await service.get(path, query);
      if (!isMeant(query, path)) return reply;
      return { ...reply, body: await tell(reply, service.get, path, query) };
    },
  });
}

/** Answers with the body of another question, if that one has an answer. */
function asIf(change: (query: Query) => Query): Tell {
  return async (reply, get, path, query) => {
    const other = await get(path, change(query));
    return other.status === 200 ? other.body : reply.body;
  };
}

function edited<Body>(edit: (body: Body) => void): (reply: Reply) => string {
  return (reply) => {
    const body = JSON.parse(reply.body) as Body;
    edit(body);
    return JSON.stringify(body);
  };
}

const without = (name: string): Tell =>
  asIf((query) => Object.fromEntries(Object.entries(query).filter(([key]) => key !== name)));

/** Selects checks and lists for which only the moment is wrong. */
const isAsked =
  (name: string, value?: string) =>
  (query: Query): boolean =>
    !('explain' in query) && name in query && (value === undefined || query[name] === value);

const isStrictCheck = (query: Query, path: string) =>
  isAsked('consistency')(query) && path.includes('/check/');
const isCheckAtTag = (query: Query, path: string) => isAsked('blockTag')(query) && path.includes('/check/');
const isExplained = (query: Query) => 'explain' in query;
const isResolve = (_: Query, path: string) => path === '/resolve';
const isWallet = (_: Query, path: string) => path.startsWith('/wallets/');
const isSnapshot = ({ format }: Query, path: string) => path.startsWith('/snapshots/') && format === 'jsonl';

interface Explained {
  because: { block: number; since: number; transaction: string }[];
}
interface Resolved {
  wallets: { grants: { chainId: number; broadest: unknown; narrowest: unknown }[] }[];
}
interface WalletPage {
  delegations: { block: number; registry: string }[];
}
interface Batch {
  answers: unknown[];
}

const secondsOf = (text = '') => (/^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1_000);

export const LIES: readonly Lie[] = [
  {
    name: 'a strict answer of the latest block alone',
    where: 'strictly',
    part: 'strictly',
    mislead: lieTo(isAsked('consistency'), without('consistency')),
  },
  {
    name: 'a strict answer of two blocks, whatever was revoked between them',
    where: 'strictly',
    part: 'strictly',
    mislead: lieTo(isStrictCheck, async ({ body }, get, path, query) => {
      const { consistency: _, ...plain } = query;
      const both = await Promise.all([get(path, plain), get(path, { ...plain, blockTag: 'safe' })]);
      const [latest, safe] = both.map((reply) => JSON.parse(reply.body) as unknown);
      if (typeof latest === 'boolean') return String(latest && safe);
      return typeof latest === 'string' && BigInt(latest) > BigInt(String(safe))
        ? `"${safe}"`
        : (both[0]?.body ?? body);
    }),
  },
  {
    name: 'the largest amount since the safe block as a strict one',
    where: 'strictly',
    part: 'strictly',
    mislead: lieTo(isStrictCheck, async ({ body }, get, path, query) => {
      const { consistency: _, ...plain } = query;
      const both = await Promise.all([get(path, plain), get(path, { ...plain, blockTag: 'safe' })]);
      const values = both.map((reply) => JSON.parse(reply.body) as unknown);
      const [latest = 0n, safe = 0n] = values.flatMap((value) =>
        typeof value === 'string' ? [BigInt(value)] : [],
      );
      return body === '"0"' || latest === safe ? body : `"${latest > safe ? latest : safe}"`;
    }),
  },
  {
    name: 'a tag without removals',
    where: 'at the ',
    part: 'at the ',
    mislead: lieTo(isCheckAtTag, async ({ body, headers }, get, path, query) => {
      if (body !== 'false') return body;
      const { blockTag: _, ...plain } = query;
      const at = Number(headers.get('x-block-number'));
      const earlier = [1, 2, 4, 8].map((blocks) =>
        get(path, { ...plain, atBlock: String(Math.max(1, at - blocks)) }),
      );
      return String((await Promise.all(earlier)).some((reply) => reply.body === 'true'));
    }),
  },
  {
    name: 'the latest block for the safe one',
    where: 'at the safe block',
    part: 'at the safe block',
    mislead: lieTo(isAsked('blockTag', 'safe'), without('blockTag')),
  },
  {
    name: 'the latest block for the final one',
    where: 'at the final block',
    part: 'at the final block',
    mislead: lieTo(isAsked('blockTag', 'finalized'), without('blockTag')),
  },
  {
    name: 'the block before the one asked for',
    where: 'at block',
    part: 'at block',
    mislead: lieTo(
      isAsked('atBlock'),
      asIf((query) => ({ ...query, atBlock: String(Number(query['atBlock']) - 1) })),
    ),
  },
  {
    name: 'a time that is a second late',
    where: 'at time',
    part: 'at time',
    mislead: lieTo(
      isAsked('atTime'),
      asIf((query) => ({ ...query, atTime: String(secondsOf(query['atTime']) + 1) })),
    ),
  },
  {
    name: 'a reason left out',
    where: 'reasons of',
    part: 'now',
    mislead: lieTo(
      isExplained,
      edited<Explained>(({ because }) => because.pop()),
    ),
  },
  {
    name: 'reasons of the block after theirs',
    where: 'reasons of',
    part: 'now',
    mislead: lieTo(
      isExplained,
      edited<Explained>(({ because }) => {
        for (const reason of because) reason.block++;
      }),
    ),
  },
  {
    name: 'reasons that are a second too young',
    where: 'reasons of',
    part: 'now',
    mislead: lieTo(
      isExplained,
      edited<Explained>(({ because }) => {
        for (const reason of because) reason.since++;
      }),
    ),
  },
  {
    name: "reasons of each other's transactions",
    where: 'reasons of',
    part: 'now',
    mislead: lieTo(
      isExplained,
      edited<Explained>(({ because }) => {
        const hashes = because.map(({ transaction }) => transaction).reverse();
        for (const [i, reason] of because.entries()) reason.transaction = hashes[i] ?? '';
      }),
    ),
  },
  {
    name: 'a wallet left out',
    where: 'resolve',
    part: 'resolve',
    mislead: lieTo(
      isResolve,
      edited<Resolved>(({ wallets }) => wallets.pop()),
    ),
  },
  {
    name: 'wallets of another chain',
    where: 'resolve',
    part: 'resolve',
    mislead: lieTo(
      isResolve,
      edited<Resolved>(({ wallets }) => {
        for (const grant of wallets.flatMap(({ grants }) => grants)) grant.chainId++;
      }),
    ),
  },
  {
    name: 'the narrowest grant as the broadest',
    where: 'broadest of',
    part: 'resolve',
    mislead: lieTo(
      isResolve,
      edited<Resolved>(({ wallets }) => {
        for (const grant of wallets.flatMap(({ grants }) => grants)) grant.broadest = grant.narrowest;
      }),
    ),
  },
  {
    name: 'a delegation of a wallet left out',
    where: 'wallet',
    part: 'wallets',
    mislead: lieTo(
      isWallet,
      edited<WalletPage>(({ delegations }) => delegations.pop()),
    ),
  },
  {
    name: 'delegations of a wallet that began a block later',
    where: 'wallet',
    part: 'wallets',
    mislead: lieTo(
      isWallet,
      edited<WalletPage>(({ delegations }) => {
        for (const row of delegations) row.block++;
      }),
    ),
  },
  {
    name: 'a delegation left out of a snapshot',
    where: 'snapshot',
    part: 'snapshots',
    mislead: lieTo(isSnapshot, ({ body }) => body.slice(body.indexOf('\n') + 1)),
  },
  {
    name: 'a snapshot in another order',
    where: 'order',
    part: 'snapshots',
    mislead: lieTo(isSnapshot, ({ body }) =>
      body
        .split(/(?<=\n)/)
        .reverse()
        .join(''),
    ),
  },
  {
    name: 'a batch in another order',
    where: 'in a batch',
    part: 'now',
    mislead: (service) => ({
      ...service,
      post: async (path, asked) => {
        const reply = await service.post(path, asked);
        return { ...reply, body: edited<Batch>(({ answers }) => answers.reverse())(reply) };
      },
    }),
  },
];
