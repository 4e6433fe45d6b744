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
const isSnapshot = ({ format }: Query, path: string) => path.startsWith('/snapshots/') && format === 'jsonl';

interface Reason {
  block: number;
  since: number;
  transaction: string;
}
/** Changes the reasons of checks. */
const lieAboutReasons = (edit: (because: Reason[]) => void) =>
  lieTo(
    (query) => 'explain' in query,
    edited<{ because: Reason[] }>(({ because }) => edit(because)),
  );

interface Resolved {
  wallets: { grants: { chainId: number; broadest: unknown; narrowest: unknown }[] }[];
}
const lieAboutWallets = (edit: (wallets: Resolved['wallets']) => void) =>
  lieTo(
    (_, path) => path === '/resolve',
    edited<Resolved>(({ wallets }) => edit(wallets)),
  );

interface WalletPage {
  delegations: { block: number; registry: string }[];
}
const lieAboutDelegations = (edit: (delegations: WalletPage['delegations']) => void) =>
  lieTo(
    (_, path) => path.startsWith('/wallets/'),
    edited<WalletPage>(({ delegations }) => edit(delegations)),
  );

const secondsOf = (text = '') => (/^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1_000);

/** Combines the strict check's answers about the latest and the safe block. */
const combine = (tell: (latest: unknown, safe: unknown, body: string) => string) =>
  lieTo(isStrictCheck, async ({ body }, get, path, query) => {
    const { consistency: _, ...plain } = query;
    const both = await Promise.all([get(path, plain), get(path, { ...plain, blockTag: 'safe' })]);
    const [latest, safe] = both.map((reply) => JSON.parse(reply.body) as unknown);
    return tell(latest, safe, body);
  });

/** Answers that are true when one of some earlier blocks was asked about. */
const believeEarlier: Tell = async ({ body, headers }, get, path, query) => {
  if (body !== 'false') return body;
  const { blockTag: _, ...plain } = query;
  const at = Number(headers.get('x-block-number'));
  const earlier = [1, 2, 4, 8].map((blocks) =>
    get(path, { ...plain, atBlock: String(Math.max(1, at - blocks)) }),
  );
  return String((await Promise.all(earlier)).some((reply) => reply.body === 'true'));
};

/** Lists lies that the same questions expose. */
function listLies(part: string, where: string, lies: Readonly<Record<string, Lie['mislead']>>): Lie[] {
  return Object.entries(lies).map(([name, mislead]) => ({ name, where, part, mislead }));
}

export const LIES: readonly Lie[] = [
  ...listLies('strictly', 'strictly', {
    'a strict answer of the latest block alone': lieTo(isAsked('consistency'), without('consistency')),
    'a strict answer of two blocks, whatever was revoked between them': combine((latest, safe) => {
      if (typeof latest === 'boolean') return String(latest && safe);
      return `"${BigInt(String(latest)) > BigInt(String(safe)) ? safe : latest}"`;
    }),
    'the largest amount since the safe block as a strict one': combine((latest, safe, body) => {
      if (typeof latest !== 'string' || body === '"0"' || latest === safe) return body;
      return `"${BigInt(latest) > BigInt(String(safe)) ? latest : safe}"`;
    }),
  }),
  ...listLies('at the ', 'at the ', {
    'a tag without removals': lieTo(isCheckAtTag, believeEarlier),
  }),
  ...listLies('at the safe block', 'at the safe block', {
    'the latest block for the safe one': lieTo(isAsked('blockTag', 'safe'), without('blockTag')),
  }),
  ...listLies('at the final block', 'at the final block', {
    'the latest block for the final one': lieTo(isAsked('blockTag', 'finalized'), without('blockTag')),
  }),
  ...listLies('at block', 'at block', {
    'the block before the one asked for': lieTo(
      isAsked('atBlock'),
      asIf((query) => ({ ...query, atBlock: String(Number(query['atBlock']) - 1) })),
    ),
  }),
  ...listLies('at time', 'at time', {
    'a time that is a second late': lieTo(
      isAsked('atTime'),
      asIf((query) => ({ ...query, atTime: String(secondsOf(query['atTime']) + 1) })),
    ),
  }),
  ...listLies('now', 'reasons of', {
    'a reason left out': lieAboutReasons((because) => because.pop()),
    'reasons of the block after theirs': lieAboutReasons((because) => {
      for (const reason of because) reason.block++;
    }),
    'reasons that are a second too young': lieAboutReasons((because) => {
      for (const reason of because) reason.since++;
    }),
    "reasons of each other's transactions": lieAboutReasons((because) => {
      const hashes = because.map(({ transaction }) => transaction).reverse();
      for (const [i, reason] of because.entries()) reason.transaction = hashes[i] ?? '';
    }),
  }),
  ...listLies('resolve', 'resolve', {
    'a wallet left out': lieAboutWallets((wallets) => wallets.pop()),
    'wallets of another chain': lieAboutWallets((wallets) => {
      for (const grant of wallets.flatMap(({ grants }) => grants)) grant.chainId++;
    }),
  }),
  ...listLies('resolve', 'broadest of', {
    'the narrowest grant as the broadest': lieAboutWallets((wallets) => {
      for (const grant of wallets.flatMap(({ grants }) => grants)) grant.broadest = grant.narrowest;
    }),
  }),
  ...listLies('wallets', 'wallet', {
    'a delegation of a wallet left out': lieAboutDelegations((delegations) => delegations.pop()),
    'delegations of a wallet that began a block later': lieAboutDelegations((delegations) => {
      for (const row of delegations) row.block++;
    }),
  }),
  ...listLies('snapshots', 'snapshot', {
    'a delegation left out of a snapshot': lieTo(isSnapshot, ({ body }) =>
      body.slice(body.indexOf('\n') + 1),
    ),
  }),
  ...listLies('snapshots', 'order', {
    'a snapshot in another order': lieTo(isSnapshot, ({ body }) =>
      body
        .split(/(?<=\n)/)
        .reverse()
        .join(''),
    ),
  }),
  ...listLies('now', 'in a batch', {
    'a batch in another order': (service) => ({
      ...service,
      post: async (path, asked) => {
        const reply = await service.post(path, asked);
        return { ...reply, body: edited<{ answers: unknown[] }>(({ answers }) => answers.reverse())(reply) };
      },
    }),
  }),
];
