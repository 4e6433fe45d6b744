/** The history of each chain: its lag and state in spans of time, and its incidents. */

import { SPAN_SECONDS, type SpanPart, type SpanTrouble, type StatusSpans } from '@mandate/store';
import type { FastifyRequest } from 'fastify';
import type { ServedChain } from '../../request/chains.ts';
import { createReadParameters, type Query } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import { shareFor } from '../share-for.ts';
import type { HISTORY, SPAN_STATES } from './answer.ts';
import { STATUS_HISTORY } from './operation.ts';

type SpanState = (typeof SPAN_STATES)[number];

const DEFAULT_HOURS = 24;
/** A month of 39 chains is 340,000 rows: all requests of this time share an answer. */
const KEPT_MS = 10_000;
const LONG_KEPT_MS = 60_000;
const MAX_PARTS = 96;
/** Lengths that divide a day, and begin with it. */
const PART_SECONDS = [300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800];
const MAX_PART_SECONDS = 28_800;
const MAX_INCIDENTS = 200;
/** The indexer writes every 10 seconds. A span that began less long ago may have no record yet. */
const GRACE_SECONDS = 60;

export interface HistoryRange {
  /** The beginning of the first part, in Unix seconds. */
  readonly since: number;
  readonly partSeconds: number;
  readonly now: number;
}

export function createStatusHistoryHandler({ history, chains }: Pick<Dependencies, 'history' | 'chains'>) {
  const readParameters = createReadParameters(STATUS_HISTORY.parameters);
  const keptMsOf = (hours: number) => (hours > DEFAULT_HOURS ? LONG_KEPT_MS : KEPT_MS);
  const read = shareFor(keptMsOf, async (hours: number) => {
    const range = rangeOf(hours, Math.floor(Date.now() / 1_000));
    const served = chains.list();
    const spans = await history.read({ ...range, chainIds: served.map(({ chainId }) => chainId) });
    return describeHistory(spans, served, range);
  });
  return (request: FastifyRequest) => {
    const { hours = DEFAULT_HOURS } = readParameters(request.query as Query, {});
    return read(hours);
  };
}

/** Chooses the shortest parts of which there are not too many. */
export function rangeOf(hours: number, now: number): HistoryRange {
  const seconds = 3_600 * hours;
  const partSeconds = PART_SECONDS.find((length) => seconds / length <= MAX_PARTS) ?? MAX_PART_SECONDS;
  return { since: startOf(now - seconds, partSeconds), partSeconds, now };
}

const startOf = (time: number, length: number) => Math.floor(time / length) * length;

export function describeHistory(
  { recorded, parts, troubles }: StatusSpans,
  chains: readonly Pick<ServedChain, 'chainId' | 'name'>[],
  { since, partSeconds, now }: HistoryRange,
): WireOf<typeof HISTORY> {
  const begins = listBegins(since, partSeconds, now);
  const incidents = chains.flatMap(({ chainId }) => {
    const times = recorded.find((each) => each.chainId === chainId);
    const own = troubles.filter((trouble) => trouble.chainId === chainId);
    if (!times) return [];
    const { lastAt } = times;
    return listIncidents(chainId, own, { since, lastAt, due: dueOf(lastAt, now) });
  });
  return {
    spanSeconds: partSeconds,
    chains: chains.map(({ chainId, name }) => {
      const times = recorded.find((each) => each.chainId === chainId);
      const own = new Map(parts.filter((part) => part.chainId === chainId).map((part) => [part.from, part]));
      const lag = begins.map((from) => {
        const part = own.get(from);
        const expected = times
          ? countSpans(Math.max(from, times.firstAt), Math.min(from + partSeconds, dueOf(times.lastAt, now)))
          : 0;
        return { from, lagSeconds: part?.lagSeconds ?? null, state: stateOf(part, expected) };
      });
      return { chainId, name, lag };
    }),
    incidents: incidents.toSorted(byTime).slice(0, MAX_INCIDENTS),
  };
}

function listBegins(since: number, length: number, now: number): number[] {
  const count = Math.floor((now - since) / length) + 1;
  return Array.from({ length: count }, (_, i) => since + i * length);
}

const countSpans = (from: number, to: number) => Math.max(0, (to - from) / SPAN_SECONDS);

/** Returns the end of the newest span that should have a record by now. */
function dueOf(lastAt: number, now: number): number {
  const current = startOf(now, SPAN_SECONDS);
  const isDue = lastAt >= current || now - current >= GRACE_SECONDS;
  return isDue ? current + SPAN_SECONDS : current;
}

/** `null` if nothing was recorded, and nothing had to be. */
function stateOf(part: SpanPart | undefined, expected: number): SpanState | null {
  const seen: SpanState | null = part?.state ?? null;
  const hasGap = (part?.spans ?? 0) < expected;
  return hasGap && seen !== 'tainted' ? 'silent' : seen;
}

interface KnownTimes {
  readonly since: number;
  readonly lastAt: number;
  readonly due: number;
}

type Incident = WireOf<typeof HISTORY>['incidents'][number];

/** Troubles that last until now have no end. A gap after the last record is a trouble, too, and continues one that touches it. */
function listIncidents(
  chainId: number,
  troubles: readonly SpanTrouble[],
  { since, lastAt, due }: KnownTimes,
): Incident[] {
  const end = Math.max(lastAt + SPAN_SECONDS, since);
  const isSilent = end < due;
  const touching = isSilent ? troubles.find(({ to }) => to === end) : undefined;
  const gap = { chainId, from: end, lagSeconds: null, isTainted: false, ...touching, to: due, hasGap: true };
  return [...(isSilent ? [gap] : []), ...troubles.filter((trouble) => trouble !== touching)].map(
    (trouble) => ({
      chainId,
      kind: trouble.isTainted ? 'tainted' : trouble.hasGap ? 'silent' : 'lagging',
      from: trouble.from,
      to: trouble.to >= due ? null : trouble.to,
      worstLagSeconds: trouble.lagSeconds,
    }),
  );
}

function byTime(a: Incident, b: Incident): number {
  return (b.to ?? Infinity) - (a.to ?? Infinity) || b.from - a.from || a.chainId - b.chainId;
}
