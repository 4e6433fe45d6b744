/** Several servers of one database, a primary and its standbys: which of them to ask, found out by asking them. */
import { lookAt, type ServerState } from './look-at-server.ts';

/** The primary, which alone takes writes; or any, for reading: a standby that keeps up, else the primary. */
export type Role = 'primary' | 'any';

interface Server {
  readonly host: string;
  readonly port: number;
}

/** What hangs on a server, and can be cut off from it. */
interface Connected {
  cut(): void;
}

export interface Servers {
  /** The one to connect to. Throws when there is none, and says what each of them is. */
  find(): Promise<Server>;
  /** It could not be connected to: the next to come looks again. */
  doubt(server: Server): void;
  /** Cuts the connection off as soon as its server is not fit any more and another is. Returns how to stop that. */
  watch(connected: Connected, server: Server): () => void;
}

const LOOK_EVERY_MS = 1_000;
/** While there is none to ask, whoever wants one looks again, though not more often than this. */
const LOOK_AGAIN_MS = 100;
/** A standby that has not yet what the primary had so long ago is behind. */
const MAX_BEHIND_MS = 3_000;

/** `postgres://user@a:5432,b:5432/database`, as libpq writes them, as one URL for each server. */
export function listServerUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

const known = new Map<string, Servers>();

/** Everything in a process that names the same servers turns from one to the other together. */
export function getServers(urls: readonly string[], role: Role): Servers {
  const key = JSON.stringify([role, urls]);
  const found = known.get(key) ?? createServers(urls, role);
  known.set(key, found);
  return found;
}

interface SeenServer extends Server {
  readonly state: ServerState | null;
}

function createServers(urls: readonly string[], role: Role): Servers {
  const servers = urls.map((url) => {
    const { hostname, port } = new URL(url);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432), ...lookAt(url) };
  });
  const watched = new Map<Connected, Server>();
  let newestTimeline = 0;
  let primary: Server | null = null;
  /** Where the primary was, the oldest first. */
  let positions: { readonly at: number; readonly position: number }[] = [];
  let chosen: Server | null = null;
  let said = '';
  let looking: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  /** All are waited for: one that answers first may be an old primary that does not know it yet. */
  async function lookAtAll(): Promise<void> {
    const seen = await Promise.all(
      servers.map(async (server) => ({ ...server, server, state: await server.ask().catch(() => null) })),
    );
    for (const { state } of seen) newestTimeline = Math.max(newestTimeline, state?.timeline ?? 0);
    const found = seen.find(isPrimary);
    notePosition(found?.server ?? null, found?.state?.position ?? 0);
    const fit = seen.filter((each) => isPrimary(each) || (role === 'any' && keepsUp(each)));
    chosen = choose(fit)?.server ?? null;
    said = seen.map(describe).join(', ');
    const isFit = (server: Server) => fit.some((each) => each.server === server);
    if (chosen) for (const [connected, server] of watched) if (!isFit(server)) connected.cut();
  }

  /** A server that was primary once and came back as such has an older timeline: it is never turned to. */
  const isPrimary = ({ state }: SeenServer) => state !== null && state.timeline === newestTimeline;

  /** Without a primary to hold it against, a standby is as good as there is. */
  function keepsUp({ state }: SeenServer): boolean {
    if (!state || state.timeline !== null) return false;
    const past = positions.findLast(({ at }) => at <= performance.now() - MAX_BEHIND_MS);
    return !past || state.position >= past.position;
  }

  function notePosition(server: Server | null, position: number): void {
    if (server !== primary) positions = [];
    primary = server;
    if (!server) return;
    positions.push({ at: performance.now(), position });
    positions = positions.filter(({ at }) => at > performance.now() - 3 * MAX_BEHIND_MS);
  }

  /** What was chosen stays so while it is fit. Standbys first; which of them, each process decides for itself. */
  function choose<T extends { readonly server: Server; readonly state: ServerState | null }>(
    fit: readonly T[],
  ): T | undefined {
    const standbys = fit.filter(({ state }) => state?.timeline === null);
    const best = standbys.length > 0 ? standbys : fit;
    return best.find(({ server }) => server === chosen) ?? best[Math.floor(Math.random() * best.length)];
  }

  function describe({ host, port, state }: SeenServer): string {
    const what = !state
      ? 'does not answer'
      : state.timeline === null
        ? 'is a standby'
        : state.timeline < newestTimeline
          ? `is an old primary, of timeline ${state.timeline} when ${newestTimeline} was seen`
          : 'is the primary';
    return `${host}:${port} ${what}`;
  }

  function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = null;
      lookedAt = performance.now();
    });
    return looking;
  }

  /** As long as somebody is connected. */
  function keepLooking(): void {
    timer ??= setTimeout(async () => {
      await look();
      timer = null;
      if (watched.size > 0) return keepLooking();
      for (const server of servers) server.close();
    }, LOOK_EVERY_MS).unref();
  }

  return {
    async find() {
      const isKnown = timer !== null && chosen !== null;
      if (!isKnown && lookedAt < performance.now() - LOOK_AGAIN_MS) await look();
      keepLooking();
      if (!chosen) throw new Error(`No server of the database can be asked: ${said}.`);
      return chosen;
    },
    doubt(server) {
      if (chosen === server) chosen = null;
    },
    watch(connected, server) {
      watched.set(connected, server);
      keepLooking();
      return () => watched.delete(connected);
    },
  };
}
