/** The wallets that may act for a vault, in SQLite: read once, then kept up to date by events. */
import { DatabaseSync } from 'node:sqlite';
import { type Address, type Client, FULL_RIGHTS } from '@mandate/sdk';
import { getWallet } from '@mandate/sdk/explore';
import type { ChangeEvent, WebhookEvent } from '@mandate/sdk/webhooks';

export function openGate(path: string, client: Client, vault: Address, maxSilenceMs: number) {
  const database = new DatabaseSync(path);
  database.exec(`
    create table if not exists guest (chain integer, registry text, wallet text, primary key (chain, registry, wallet)) strict;
    create table if not exists applied (id text primary key) strict;
    create table if not exists unknown (chain integer, vault text, primary key (chain, vault)) strict;`);
  const guests = database.prepare('select 1 from guest where wallet = lower(?) limit 1');
  const doubts = database.prepare("select 1 from unknown where vault in ('', lower(?)) limit 1");
  const admit = database.prepare('insert or ignore into guest values (?, ?, lower(?))');
  const expel = database.prepare('delete from guest where chain = ? and registry = ? and wallet = lower(?)');
  const note = database.prepare('insert or ignore into applied values (?)');
  const doubt = database.prepare("insert or ignore into unknown values (?, lower(coalesce(?, '')))");
  const trust = database.prepare("delete from unknown where chain = ? and vault = lower(coalesce(?, ''))");
  /** 0 until the list was read. */
  let heardAt = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** Reads the whole list. Throws if a chain cannot answer. */
  async function load(): Promise<void> {
    const found: { chainId: number; registry: string; to: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await getWallet(client, { wallet: vault, direction: 'from', ...(cursor && { cursor }) });
      if (page.chains.some(({ known }) => !known)) throw new Error('A chain cannot answer now.');
      found.push(...page.delegations.filter(isWhole));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    inOneTransaction(() => {
      database.exec('delete from guest');
      for (const { chainId, registry, to } of found) admit.run(chainId, registry, to);
    });
    heardAt = Date.now();
  }

  /** Applies an event once, however often it comes: its id is written together with what it changes. */
  async function apply(event: WebhookEvent): Promise<boolean> {
    const touches = (vaults: readonly string[] | null) =>
      vaults?.some((each) => each.toLowerCase() === vault.toLowerCase()) ?? true;
    // The past was corrected: what we know of it is wrong.
    if (event.type === 'delegation.reset' && touches(event.data.vaults)) await load();
    const isNew = inOneTransaction(() => {
      if (note.run(event.id).changes === 0) return false;
      if (event.type === 'chain.unknown') doubt.run(event.data.chainId, event.data.vault);
      if (event.type === 'chain.known') trust.run(event.data.chainId, event.data.vault);
      if (isChange(event) && touches([event.data.from]) && isWhole(event.data)) change(event.data);
      return true;
    });
    if (heardAt > 0) heardAt = Date.now();
    return isNew;
  }

  /** A change that a reorg took back comes again with `undone`: the opposite is true then. */
  function change({ change, undone, chainId, registry, to }: ChangeEvent['data']): void {
    if ((change === 'granted') !== undone) admit.run(chainId, registry, to);
    else expel.run(chainId, registry, to);
  }

  function inOneTransaction<T>(write: () => T): T {
    database.exec('begin immediate');
    try {
      const result = write();
      database.exec('commit');
      return result;
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  }

  /** One after the other: a list that is being read must not replace what a newer event says. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  return {
    load: () => inTurn(load),
    apply: (event: WebhookEvent) => inTurn(() => apply(event)),
    /** Silence is not a yes: when heartbeats stop, something between the service and this server is down. */
    find(wallet: string): 'yes' | 'no' | 'unknown' {
      if (Date.now() - heardAt > maxSilenceMs || doubts.get(vault)) return 'unknown';
      return guests.get(wallet) ? 'yes' : 'no';
    },
  };
}

const isChange = (event: WebhookEvent): event is ChangeEvent => 'change' in event.data;

/** Delegations of the whole wallet with full rights open this gate. */
const isWhole = ({ type, rights }: { readonly type: string; readonly rights: string | null }) =>
  type === 'ALL' && (rights === null || rights === FULL_RIGHTS);
