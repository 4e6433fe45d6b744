/** Lets owners pause, resume, rotate, test, replay and skip, and lists the deliveries of an endpoint. */
import { type ConfiguredChain, createSecret, sealSecret, type VersionedSecret } from '@mandate/config';
import type { Reader, WebhookStore } from '@mandate/store';
import { ProblemError } from '../../http/problems.ts';
import { type BeginningMoment, cursorSchema, findPlaces } from '../../operations/changes/beginning.ts';
import type { FeedPlace } from '../../operations/changes/places.ts';
import { refuse, refuseOne } from '../../request/read-parameters.ts';
import { type Asked, found, getOwn } from './own-webhook.ts';
import { presentDelivery, presentEndpoint } from './present-webhook.ts';
import type { Given } from './webhook-fields.ts';

interface ActionDependencies {
  readonly store: WebhookStore;
  readonly reader: Pick<Reader, 'findStarts'>;
  readonly chains: readonly Pick<ConfiguredChain, 'chainId' | 'name'>[];
  readonly keys: readonly VersionedSecret[];
}

const PAGE_DELIVERIES = 50;
const HOUR_MS = 60 * 60 * 1000;

export function createWebhookActions({ store, reader, chains, keys }: ActionDependencies) {
  async function find(
    chainId: number,
    moment: BeginningMoment,
    parameter: string,
  ): Promise<FeedPlace | null> {
    const asked = chains.filter((chain) => chain.chainId === chainId);
    const [start] = await findPlaces(reader, asked, moment, parameter);
    return start ?? null;
  }

  return {
    pauseWebhook: createAction(store, 'pause'),
    resumeWebhook: createAction(store, 'resume'),

    async rotateWebhook(asked: Asked<Given<'rotate'>>) {
      const { owner, given } = asked;
      const { id } = await getOwn(store, asked);
      const secret = createSecret();
      const sealed = sealSecret(keys, id, secret);
      const rotated = await store.rotate(owner, id, sealed, Math.round(given.overlapHours * HOUR_MS));
      return { ...presentEndpoint(found(id, rotated)), secret };
    },

    async testWebhook(asked: Asked<undefined>) {
      const { id, state } = await getOwn(store, asked);
      const event = await store.requestTest(asked.owner, id);
      if (event) return { event };
      const why =
        state === 'new'
          ? 'Its URL has not answered the challenge yet: answer it, then test.'
          : 'Events are not sent to it now: resume it, then test.';
      throw new ProblemError('invalid_parameters', why, []);
    },

    async replayWebhook(asked: Asked<Given<'replay'>>) {
      const { chainId, ...given } = asked.given;
      const from = readBeginning(chainId, given);
      const { id } = await getOwn(store, asked);
      const place = 'feed' in from.at ? from.at : await find(chainId, from.at, from.parameter);
      const after = place && (await store.replay(asked.owner, id, { chainId, ...place }));
      if (after !== null) return { chainId, after };
      throw 'feed' in from.at
        ? refuseOne('cursor', 'belongs to an earlier ledger of this chain: replay from a time or a block.')
        : refuseOne('chainId', 'has no history in this service yet: replay it once it is read.');
    },

    async skipWebhookEvent(asked: Asked<Given<'skip'>>) {
      const { owner, given } = asked;
      const { id } = await getOwn(store, asked);
      if (await store.skip(owner, id, given.chainId, given.event))
        return presentEndpoint(await getOwn(store, asked));
      throw refuseOne('event', 'is not an event that has failed three times. Read the endpoint again.');
    },

    async listWebhookDeliveries(asked: Asked<Given<'deliveries'>>) {
      const { before } = asked.given;
      const { id } = await getOwn(store, asked);
      // One more than is shown tells whether there are more.
      const all = await store.listDeliveries(asked.owner, id, { before, limit: PAGE_DELIVERIES + 1 });
      const deliveries = all.slice(0, PAGE_DELIVERIES).map(presentDelivery);
      return { deliveries, before: all.length > PAGE_DELIVERIES ? (deliveries.at(-1)?.at ?? null) : null };
    },
  };
}

const createAction = (store: WebhookStore, action: 'pause' | 'resume') => async (asked: Asked<undefined>) => {
  const { id } = await getOwn(store, asked);
  return presentEndpoint(found(id, await store[action](asked.owner, id)));
};

interface Start {
  readonly time?: Date | undefined;
  readonly block?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads where to begin, and the parameter that says so. */
function readBeginning(
  chainId: number,
  { time, block, cursor }: Start,
): { readonly at: FeedPlace | BeginningMoment; readonly parameter: string } {
  const given = Object.entries({ time, block, cursor }).filter(([, value]) => value !== undefined);
  const [parameter = ''] = given[0] ?? [];
  if (given.length !== 1) {
    const message = 'is one of three ways to say where to begin: send one of "time", "block" and "cursor".';
    throw refuse(
      ['time', 'block', 'cursor'].map((name) => ({ parameter: name, message })),
      'fields',
    );
  }
  if (time) return { at: { time: Math.floor(time.getTime() / 1_000) }, parameter };
  if (block !== undefined) return { at: { chainId, block }, parameter };
  const beginning = cursorSchema.safeParse(cursor).data;
  const at = beginning && 'places' in beginning ? beginning.places.get(chainId) : beginning;
  if (at && !('chainId' in at && at.chainId !== chainId)) return { at, parameter };
  throw refuseOne('cursor', 'is no cursor of /changes that has a place on this chain.');
}
