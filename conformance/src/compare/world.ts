/** Reads from the API what its ledger holds: grants to ask about, and cursors to continue with. */
import { readJson } from '../testing/registry.ts';

/** A grant that stood at some time. Numbers are texts. */
export interface KnownGrant {
  readonly chainId: number;
  readonly registry: 'v1' | 'v2';
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  readonly tokenType: string | null;
  readonly from: string;
  readonly to: string;
  readonly contract: string | null;
  readonly tokenId: string | null;
  readonly rights: string | null;
  readonly block: string;
  readonly timestamp: string;
}

export type World = Awaited<ReturnType<typeof exploreWorld>>;

const UNSERVED_CHAIN = 999_999;
const MAX_LISTS = 40;
const MAX_PAGES = 4;
const VARIANTS = ['', '&consistency=strict', '&blockTag=safe', '&numbers=string'];

export async function exploreWorld(port: number) {
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { text: await response.text(), link: response.headers.get('link') };
  };
  const status = JSON.parse((await get('/status')).text) as {
    chains: { chainId: number; head: number | null; finalized: number | null }[];
  };
  const heads = new Map(status.chains.map(({ chainId, head }) => [chainId, head ?? 0]));
  const finalized = new Map(status.chains.map(({ chainId, finalized }) => [chainId, finalized]));
  const pages: string[] = [];
  const grants: KnownGrant[] = [];
  for (let cursor = 'start', more = true; more; ) {
    const path = `/changes?limit=200&cursor=${cursor}`;
    const { text } = await get(path);
    const page = readJson<{ changes: ChangeJson[]; cursor: string; more: boolean }>(text);
    grants.push(...page.changes.map((change) => ({ ...change, chainId: Number(change.chainId) })));
    pages.push(path);
    ({ cursor, more } = page);
  }
  const lists = new Set(
    grants.map(({ chainId, registry, from }) => `/registry/${registry}/${from}?chainId=${chainId}`),
  );
  const resolves = new Set(grants.map(({ to }) => `/resolve?to=${to}`));
  const wallets = new Set(grants.map(({ from }) => `/wallets/${from}?direction=from`));
  const starts = [...[...lists].slice(0, MAX_LISTS), ...resolves, ...[...wallets].slice(0, MAX_LISTS)];
  for (const [i, start] of starts.entries()) {
    const variant = start.startsWith('/registry') ? VARIANTS[i % VARIANTS.length] : '';
    let path: string | undefined = `${start}${variant}&limit=${1 + (i % 3)}`;
    for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
      const { link } = await get(path);
      path = /^<([^>]+)>/.exec(link ?? '')?.[1];
      if (path !== undefined) pages.push(path);
    }
  }
  return {
    grants: some(grants),
    /** Those of blocks that no reorg replaces. */
    finalGrants: some(grants.filter(({ chainId, block }) => Number(block) <= (finalized.get(chainId) ?? -1))),
    /** Every chain that is served, and one that is not. */
    chainIds: some([...status.chains.map(({ chainId }) => chainId), UNSERVED_CHAIN]),
    /** The newest block of each chain, 0 if it has none. */
    heads,
    /** Paths of pages that follow a page. */
    nextPages: some(pages),
  };
}

type ChangeJson = Omit<KnownGrant, 'chainId'> & { readonly chainId: string };

function some<T>(all: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = all;
  if (first === undefined) throw new Error('The ledger has nothing to ask about.');
  return [first, ...rest];
}
