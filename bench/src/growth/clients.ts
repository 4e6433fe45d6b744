/** Measures many clients, with the read model of the largest ledger: wallets, idle connections, listeners. */
import { createRandom, integer } from '@mandate/contracts';
import { shareCores } from '../cores.ts';
import { loadUrl } from '../http-load.ts';
import type { Note } from '../part.ts';
import { startWithReadModel } from '../service.ts';
import { addressOf, measureCrowd } from './crowd.ts';
import { measureIdle } from './idle.ts';
import { measureListening } from './listening.ts';
import type { Copied } from './made.ts';
import { CHECK, LIST } from './questions.ts';

export interface ClientsOptions {
  readonly seconds: number;
  /** The length of the warm-up in turns. */
  readonly warmUp: number;
  readonly wallets: number;
  /** How long the wallets ask at each rate. */
  readonly crowdSeconds: number;
  readonly idleConnections: number;
  /** The requests in a second that the wallets send together. */
  readonly rates: readonly number[];
  /** The listeners of the change feed. */
  readonly listeners: readonly number[];
  /** The blocks that are written while they listen. */
  readonly blocks: number;
}

/** Each client is counted by an address of its own. */
const COUNTED = { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' };

export async function measureClients(
  { ledger, folder }: Copied,
  options: ClientsOptions,
  note: Note,
): Promise<void> {
  const { wallets, warmUp, crowdSeconds: seconds, idleConnections, rates, listeners, blocks } = options;
  const { rows, url } = ledger;
  const cores = shareCores(1);
  const counted = await startWithReadModel(url, folder, { cores: cores.server, env: COUNTED });
  try {
    // V8 compiles what it does with the questions of clients that are counted.
    const random = createRandom(0);
    for (const { connections, choose } of [CHECK, LIST]) {
      const choosing = () => ({
        ...choose(rows, random),
        headers: [['X-Forwarded-For', addressOf(integer(random, 0, 2 ** 24 - 1))]] as const,
      });
      const warmUpSeconds = Math.max(1, Math.round((warmUp * options.seconds) / 2));
      await loadUrl(counted.url, choosing, { connections, cores: cores.load, seconds: warmUpSeconds });
    }
    const crowdOf = (perSecond: number) => ({ rows, wallets, perSecond, seconds });
    for (const perSecond of rates) note(await measureCrowd(counted, crowdOf(perSecond)));
    note(await measureIdle(counted, idleConnections, crowdOf(Math.min(...rates))));
  } finally {
    await counted.stop();
  }
  const feed = await startWithReadModel(url, folder, { cores: cores.server });
  try {
    for (const count of listeners) note(await measureListening(feed, ledger, { listeners: count, blocks }));
  } finally {
    await feed.stop();
  }
}
