/** The feed: everything that happens to the ledger, as events or page by page, without a gap and without a double. */
import { createDoubtWatch, createLiveLog } from '@mandate/feed';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import { addGauge } from '../../http/gauge.ts';
import { describeServed } from '../../request/chains.ts';
import { DEFAULT_ROWS } from '../../request/parameters.ts';
import { createReadParameters, type Query, refuseOne } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Beginning, type BeginningMoment, cursorSchema, findPlaces } from './beginning.ts';
import { createEventStreams } from './event-streams.ts';
import { readLogPage, type Selection, shareReads, writeChange } from './log-page.ts';
import { createOpenStreams } from './open-streams.ts';
import { CHANGES_PARAMETERS, type ChangesValues } from './operation.ts';
import { capPlace, keepPlaces, placesAtEnd, placesIn, writePlaces } from './places.ts';
import { writeDoubt } from './telling.ts';

const WANTS_EVENTS = /(?:^|,)\s*text\/event-stream\s*(?:[,;]|$)/i;
const RESUMES = 'Last-Event-ID';

export function createChangesHandler(app: FastifyInstance, { chains, feed }: Dependencies) {
  const { watch, readDoubts, registry, findHolder, shares } = feed;
  const readParameters = createReadParameters(CHANGES_PARAMETERS);
  const served = chains.list().map(({ chainId }) => chainId);
  const live = createLiveLog(feed.reader, watch, served);
  const doubts = createDoubtWatch(readDoubts);
  const reader = { listChanges: shareReads(feed.reader.listChanges) };
  const streams = createOpenStreams(shares);
  const events = createEventStreams({ reader, live, doubts });
  addGauge(registry, 'mandate_api_feed_streams', 'Event streams that are open', streams.count);
  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });
  app.addHook('onClose', async () => shares?.close());

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const values = readParameters(request.query as Query, {});
    const chainIds = listChains(values.chainIds);
    askAbout(request, chainIds);
    const selection = { chainIds, filter: filterOf(values) };
    reply.header('vary', 'Accept');
    const wantsEvents = request.method === 'GET' && WANTS_EVENTS.test(request.headers.accept ?? '');
    return wantsEvents ? sendEvents(request, reply, selection, values) : sendPage(reply, selection, values);
  };

  function listChains(asked: readonly number[] | undefined): readonly number[] {
    const unknown = asked?.find((chainId) => !served.includes(chainId));
    if (unknown === undefined) return asked ?? served;
    const message = `has ${unknown}, which is not served here. ${describeServed(chains.list())}`;
    throw refuseOne('chainIds', message, 'chain_not_supported');
  }

  /** A cursor goes on where it says; without one, everything from now on is new. */
  async function begin(chainIds: readonly number[], cursor: Beginning | undefined, name = 'cursor') {
    const starts = cursor && !('places' in cursor) ? await findStarts(chainIds, cursor, name) : [];
    // After the starts, so that it has them.
    const now = await live.look();
    if (cursor && 'places' in cursor)
      return { places: keepPlaces(cursor.places, chainIds, now, name), ends: now };
    const isOfAll = cursor !== undefined && 'time' in cursor;
    const places = chainIds.flatMap((id) => {
      const start = starts.find(({ chainId }) => chainId === id);
      if (start) return [...placesIn([capPlace(start, now)])];
      return isOfAll ? [] : [...placesAtEnd([id], now)];
    });
    return { places: keepPlaces(new Map(places), chainIds, now, name), ends: now };
  }

  async function findStarts(chainIds: readonly number[], moment: BeginningMoment, name: string) {
    if ('chainId' in moment && !chainIds.includes(moment.chainId)) {
      const { chainId } = moment;
      if (served.includes(chainId))
        throw refuseOne(name, `names chain ${chainId}, which "chainIds" leaves out: add it there.`);
      const message = `names chain ${chainId}, which is not served here. ${describeServed(chains.list())}`;
      throw refuseOne(name, message, 'chain_not_supported');
    }
    const asked = chains.list().filter(({ chainId }) => chainIds.includes(chainId));
    return findPlaces(feed.reader, asked, moment, name);
  }

  async function sendPage(reply: FastifyReply, selection: Selection, values: ChangesValues): Promise<string> {
    const { cursor, limit = DEFAULT_ROWS, numbers } = values;
    // Before the log: of a chain that is known then, the pages lead to all changes up to then.
    const inDoubt = [...(await doubts.look()).doubts.values()].filter(({ chainId }) =>
      selection.chainIds.includes(chainId),
    );
    const begun = await begin(selection.chainIds, cursor);
    const page = await readLogPage(reader, { ...selection, ...begun, limit });
    reply.header('content-type', 'application/json; charset=utf-8');
    const changes = page.changes.map((change) => writeChange(change, numbers)).join(',');
    const unknown = inDoubt.map((doubt) => writeDoubt(doubt)).join(',');
    return `{"changes":[${changes}],"cursor":"${writePlaces(page.places)}","more":${page.more},"unknown":[${unknown}]}`;
  }

  async function sendEvents(
    request: FastifyRequest,
    reply: FastifyReply,
    selection: Selection,
    { cursor, numbers }: ChangesValues,
  ): Promise<unknown> {
    const resumed = readResumed(request);
    const signal = await streams.open(findHolder(request), reply.raw);
    await doubts.look();
    const { places } = await begin(selection.chainIds, resumed ?? cursor, resumed && RESUMES);
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    // Proxies that collect an answer before they pass it on would hold events back.
    reply.header('x-accel-buffering', 'no');
    return reply.send(events.open({ ...selection, places, numbers, signal }));
  }
}

const filterOf = ({ wallet, contract }: ChangesValues) => ({
  wallets: wallet && [wallet],
  contracts: contract && [contract],
});

/** Reads the place at which a browser connects again. */
function readResumed({ headers }: FastifyRequest): Beginning | undefined {
  const given = headers['last-event-id'];
  if (given === undefined || given === '') return undefined;
  const { success, data, error } = cursorSchema.safeParse(given);
  if (success) return data;
  throw refuseOne(RESUMES, error.issues[0]?.message ?? 'is not valid.');
}
