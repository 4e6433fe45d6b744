/** Whether a client was treated by the rule, judged by what it saw and by what Redis saw. */
import type { AskedFor, Kind } from './schedules.ts';

const LIMIT = 25;
const WINDOW_MS = 10_000;
const WINDOW_US = WINDOW_MS * 1_000;
const sumOf = (all: readonly AskedFor[]) => all.reduce((sum, { counted }) => sum + counted, 0);
const isAdmitted = ({ status }: AskedFor) => status !== 429;

/** Each problem in words. There must be none. */
export function judge(kind: Kind, all: readonly AskedFor[], admittedAtUs: readonly number[]): string[] {
  // Where the machine has no time for a service, it refuses before it counts.
  const asked = all.filter(({ status, headers }) => status !== 503 || headers['ratelimit'] !== undefined);
  const refused = asked.filter((each) => !isAdmitted(each));
  return [
    ...asked
      .filter(({ status }) => ![200, 400, 429].includes(status))
      .map(({ status }) => `status ${status}`),
    ...(hasTooMany(asked) ? ['more than 25 answers came within 10 seconds'] : []),
    ...(hasTooManyIn(admittedAtUs) ? ['Redis admitted more than 25 within 10 seconds'] : []),
    ...(sumOf(asked) === admittedAtUs.length
      ? []
      : [`${sumOf(asked)} were admitted, Redis counted ${admittedAtUs.length}`]),
    ...(kind === 'calm' && refused.length > 0 ? ['refused below the limit'] : []),
    ...(kind === 'obedient' && hasRefusedTwice(all) ? ['refused after the time it was told to wait'] : []),
    ...refused.filter((each) => !isRightlyRefused(each, asked)).map(() => 'refused with room in the window'),
    ...asked
      .filter((each) => !hasHeaders(each))
      .map(({ status, headers }) => `${status}: ${JSON.stringify(headers)}`),
  ];
}

/** Certain: what was sent after one moment and answered before 10 seconds later was admitted within them. */
function hasTooMany(asked: readonly AskedFor[]): boolean {
  return asked.some(({ sentAtMs }) => {
    const within = asked.filter((a) => a.sentAtMs >= sentAtMs && a.answeredAtMs < sentAtMs + WINDOW_MS);
    return sumOf(within) > LIMIT;
  });
}

function hasTooManyIn(times: readonly number[]): boolean {
  return times.some((time, i) => (times[i + LIMIT] ?? Number.POSITIVE_INFINITY) - time < WINDOW_US);
}

/** Too many may have counted at some moment between its question and its answer. */
function isRightlyRefused(refused: AskedFor, asked: readonly AskedFor[]): boolean {
  const counting = asked.filter(
    (each) =>
      each !== refused &&
      each.answeredAtMs > refused.sentAtMs - WINDOW_MS &&
      each.sentAtMs < refused.answeredAtMs,
  );
  return sumOf(counting) + refused.units > LIMIT;
}

/** In between it asked for something else. */
function hasRefusedTwice(asked: readonly AskedFor[]): boolean {
  return asked.some((each, i) => !isAdmitted(each) && asked[i + 1]?.status === 429);
}

function hasHeaders({ status, headers, units, isBatch }: AskedFor): boolean {
  const [, remaining, seconds] = /^"anon";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '') ?? [];
  const isTold =
    headers['ratelimit-policy'] === '"anon";q=25;w=10' && Number(seconds) >= 1 && Number(seconds) <= 10;
  if (status !== 429) return isTold && Number(remaining) < LIMIT;
  // A request that costs one waits for one; a batch may wait for more.
  const waitS = Number(headers['retry-after']);
  const isWait = !isBatch ? waitS === Number(seconds) : waitS >= Number(seconds) && waitS <= 10;
  return isTold && Number(remaining) < units && isWait;
}
