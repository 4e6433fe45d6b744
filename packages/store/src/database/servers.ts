/** Chooses among several servers of one database, a primary and its standbys, by asking each for its state. */
import { lookAt, type ServerState } from './look-at-server.ts';

/** `primary`: the only server that accepts writes. `any`: for reads, a standby that keeps up, else the primary. */
export type Role = 'primary' | 'any';

interface Server {
  readonly host: string;
  readonly port: number;
}

/** A connection that can be cut off from its server. */
interface Connected {
  cut(): void;
}

export interface Servers {
  /** Returns the server to connect to. Throws if there is none; the error describes the state of each. */
  find(): Promise<Server>;
  /** Reports that a connection to the server failed: the next `find` looks again. */
  doubt(server: Server): void;
  /**
   * Cuts the connection once its server is no longer suitable and another one is. Returns a function that stops
   * watching.
   */
  watch(connected: Connected, server: Server): () => void;
}

const LOOK_EVERY_MS = 1_000;
/** While no server is suitable, `find` looks again at most this often. */
const LOOK_AGAIN_MS = 100;
/** A standby that has not applied what the primary had written this long ago is behind. */
const MAX_BEHIND_MS = 3_000;

/** Splits `postgres://user@a:5432,b:5432/database`, libpq's notation, into one URL per server. */
export function listServerUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

const known = new Map<string, Servers>();

/** Shares one choice per process, so that all of its connections switch servers together. */
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
  /** Positions of the primary, oldest first. */
  let positions: { readonly at: number; readonly position: number }[] = [];
  let chosen: Server | null = null;
  let said = '';
  let looking: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  /** Waits for all servers: the first to answer may be an old primary that has not noticed its replacement. */
  async function lookAtAll(): Promise<void> {
    const seen = await Promise.all(
      servers.map(async (server) => ({ ...server, server, state: await server.ask().catch(() => null) })),
    );
    for (const { state } of seen) newestTimeline = Math.max(newestTimeline, state?.timeline ?? 0);
    const found = seen.find(isPrimary);
    notePosition(found?.server ?? null, found?.state?.position ?? 0);
    const fit = seen.filter((each) => isPrimary(each) || (role === 'any' && keepsUp(each)));
    chosen = choose(fit)?.server ?? null;
    said = seen.map((each) => describe(each, newestTimeline)).join(', ');
    const isFit = (server: Server) => fit.some((each) => each.server === server);
    if (chosen) for (const [connected, server] of watched) if (!isFit(server)) connected.cut();
  }

  /** A former primary that came back as a primary has an older timeline: it is never chosen. */
  const isPrimary = ({ state }: SeenServer) => state !== null && state.timeline === newestTimeline;

  /** Without a primary to compare with, every standby counts as keeping up. */
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

  /** Keeps the chosen server while it is suitable, and prefers standbys. Each process picks one of them at random. */
  function choose<T extends { readonly server: Server; readonly state: ServerState | null }>(
    fit: readonly T[],
  ): T | undefined {
    const standbys = fit.filter(({ state }) => state?.timeline === null);
    const best = standbys.length > 0 ? standbys : fit;
    return best.find(({ server }) => server === chosen) ?? best[Math.floor(Math.random() * best.length)];
  }

  function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = null;
      lookedAt = performance.now();
    });
    return looking;
  }

  /** Looks again regularly as long as there are connections. */
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
      if (!chosen) throw new Error(`No server of the database is available: ${said}.`);
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

function describe({ host, port, state }: SeenServer, newestTimeline: number): string {
  const what = !state
    ? 'does not answer'
    : state.timeline === null
      ? 'is a standby'
      : state.timeline < newestTimeline
        ? `is an old primary, of timeline ${state.timeline} when ${newestTimeline} was seen`
        : 'is the primary';
  return `${host}:${port} ${what}`;
}
