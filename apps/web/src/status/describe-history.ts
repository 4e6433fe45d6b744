/** The words of the history: spans, incidents, durations and shares. */
import type { ChainState } from '@mandate/sdk';
import type { Incident, LagSample, StatusHistory } from '@mandate/sdk/explore';

const UNITS = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
] as const;
/** Two of a unit are said in it, e.g. "90 minutes" but "2 hours". */
const MIN_OF_UNIT = 2;
/** The service lists this many incidents, and no more. */
const MAX_INCIDENTS = 200;

/** Returns e.g. "4 minutes". */
export function writeDuration(seconds: number): string {
  const [size, one, many] = UNITS.find(([length]) => seconds >= MIN_OF_UNIT * length) ?? [
    1,
    'second',
    'seconds',
  ];
  const count = Math.round(seconds / size);
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const TIME = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const writeTime = (seconds: number) => TIME.format(new Date(1_000 * seconds));
export const writeDay = (seconds: number) => DAY.format(new Date(1_000 * seconds));

/** Returns e.g. "from 14:05 to 14:20 UTC". The day is added if it is not that of both times. */
function writeTimes(from: number, to: number): string {
  if (writeDay(from) === writeDay(to)) return `from ${writeTime(from)} to ${writeTime(to)} UTC`;
  return `from ${writeDay(from)}, ${writeTime(from)} to ${writeDay(to)}, ${writeTime(to)} UTC`;
}

const STATES: Readonly<Record<NonNullable<LagSample['state']>, string>> = {
  ready: 'answered',
  indexing: 'read for the first time',
  lagging: 'too far behind to answer',
  silent: 'the service was not reading',
  tainted: 'contradicted its final blocks',
};

/** Describes one span, e.g. "Nov 17, 14:00 to 14:15 UTC: answered, at most 13 seconds behind". */
export function describeSpan({ from, lagSeconds, state }: LagSample, spanSeconds: number): string {
  const to = from + spanSeconds;
  const end = writeDay(from) === writeDay(to) ? writeTime(to) : `${writeDay(to)}, ${writeTime(to)}`;
  const times = `${writeDay(from)}, ${writeTime(from)} to ${end} UTC`;
  if (state === null) return `${times}: nothing was recorded`;
  const isBehind = lagSeconds !== null && state !== 'indexing';
  return `${times}: ${STATES[state]}${isBehind ? `, at most ${writeDuration(lagSeconds)} behind` : ''}`;
}

/** Says what happened, when, and what it meant for answers. `state` is the present state of the chain. */
export function describeIncident(incident: Incident, name: string, state: ChainState | undefined): string {
  const { from, to } = incident;
  if (to === null && state !== 'ready') return describeOpen(incident, name);
  const times = to === null ? `from ${writeTime(from)} UTC until a few minutes ago` : writeTimes(from, to);
  const lag = incident.worstLagSeconds;
  const behind = lag === null ? 'too far behind' : `up to ${writeDuration(lag)} behind`;
  if (incident.kind === 'tainted')
    return `${name} contradicted its own final blocks ${times}. Answers about it were refused.`;
  if (incident.kind === 'lagging')
    return `${name} was ${behind} ${times}. Answers were refused, none was wrong.`;
  const after = lag === null ? '' : `, and ${name} was ${behind}`;
  return `The service did not read ${name} ${times}${after}. Answers that were too old were refused, none was wrong.`;
}

function describeOpen({ kind, from, worstLagSeconds: lag }: Incident, name: string): string {
  const since = `since ${writeDay(from)}, ${writeTime(from)} UTC`;
  if (kind === 'tainted')
    return `${name} has contradicted its own final blocks ${since}. Answers about it are refused until an operator has checked it.`;
  if (kind === 'silent')
    return `The service has not read ${name} ${since}. Answers that are too old are refused, none is wrong.`;
  const behind = lag === null ? 'too far behind' : `up to ${writeDuration(lag)} behind`;
  return `${name} has been ${behind} ${since}. Answers are refused, none is wrong.`;
}

export interface HistorySummary {
  /** The share of the recorded time in which the chain answered. `null` if nothing was recorded. */
  readonly answered: number | null;
  readonly worstLagSeconds: number | null;
}

/** The first reading of a chain counts neither as answered nor as not. */
export function summarizeHistory(
  { lag, chainId }: StatusHistory['chains'][number],
  { spanSeconds, incidents }: StatusHistory,
  now: number,
): HistorySummary {
  const known = lag.filter(({ state }) => state !== null && state !== 'indexing');
  const lengthOf = ({ from }: LagSample) => Math.max(0, Math.min(from + spanSeconds, now) - from);
  const sum = (samples: readonly LagSample[]) => samples.reduce((total, each) => total + lengthOf(each), 0);
  const lags = known.flatMap(({ lagSeconds }) => lagSeconds ?? []);
  const isWhole = incidents.length < MAX_INCIDENTS;
  const unanswered = isWhole
    ? incidents
        .filter((incident) => incident.chainId === chainId)
        .reduce((total, { from, to }) => total + Math.max(0, (to ?? now) - from), 0)
    : sum(known.filter(({ state }) => state !== 'ready'));
  const recorded = sum(known);
  return {
    answered: recorded === 0 ? null : Math.max(0, 1 - unanswered / recorded),
    worstLagSeconds: lags.length === 0 ? null : Math.max(...lags),
  };
}

/** Rounds down, so that only all of it is 100 %. */
export function writeAnswered(share: number | null): string {
  return share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toLocaleString('en')} %`;
}
