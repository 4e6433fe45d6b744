/** Whether a client was treated by the rule, judged by what it saw and by what Redis saw. */
import type { Asked } from './anonymous.ts';
import type { Kind } from './schedules.ts';

const LIMIT = 25;
const WINDOW_MS = 10_000;
const WINDOW_US = WINDOW_MS * 1_000;
const isAdmitted = ({ status }: Asked) => status !== 429;

/** What is wrong, in words; none is right. */
export function judge(kind: Kind, asked: readonly Asked[], admittedAtUs: readonly number[]): string[] {
  const admitted = asked.filter(isAdmitted);
  const refused = asked.filter((each) => !isAdmitted(each));
  return [
    ...asked
      .filter(({ status }) => ![200, 400, 429].includes(status))
      .map(({ status }) => `status ${status}`),
    ...(hasTooMany(admitted) ? ['more than 25 answers came within 10 seconds'] : []),
    ...(hasTooManyIn(admittedAtUs) ? ['Redis admitted more than 25 within 10 seconds'] : []),
    ...(admitted.length === admittedAtUs.length
      ? []
      : [`${admitted.length} were admitted, Redis counted ${admittedAtUs.length}`]),
    ...(kind === 'calm' && refused.length > 0 ? ['refused below the limit'] : []),
    ...(kind === 'obedient' && hasRefusedTwice(asked) ? ['refused after the time it was told to wait'] : []),
    ...refused
      .filter((each) => !isRightlyRefused(each, admitted))
      .map(() => 'refused without 25 in the window'),
    ...asked
      .filter((each) => !hasHeaders(each))
      .map(({ status, headers }) => `${status}: ${JSON.stringify(headers)}`),
  ];
}

/** Certain: what was sent after one moment and answered before 10 seconds later was admitted within them. */
function hasTooMany(admitted: readonly Asked[]): boolean {
  return admitted.some(({ sentAtMs }) => {
    const within = admitted.filter((a) => a.sentAtMs >= sentAtMs && a.answeredAtMs < sentAtMs + WINDOW_MS);
    return within.length > LIMIT;
  });
}

function hasTooManyIn(times: readonly number[]): boolean {
  return times.some((time, i) => (times[i + LIMIT] ?? Number.POSITIVE_INFINITY) - time < WINDOW_US);
}

/** 25 may have counted at some moment between its question and its answer. */
function isRightlyRefused(refused: Asked, admitted: readonly Asked[]): boolean {
  const counting = admitted.filter(
    ({ sentAtMs, answeredAtMs }) =>
      answeredAtMs > refused.sentAtMs - WINDOW_MS && sentAtMs < refused.answeredAtMs,
  );
  return counting.length >= LIMIT;
}

function hasRefusedTwice(asked: readonly Asked[]): boolean {
  return asked.some((each, i) => !isAdmitted(each) && asked[i + 1]?.status === 429);
}

function hasHeaders({ status, headers }: Asked): boolean {
  const [, remaining, seconds] = /^"anon";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '') ?? [];
  const isTold =
    headers['ratelimit-policy'] === '"anon";q=25;w=10' && Number(seconds) >= 1 && Number(seconds) <= 10;
  if (status !== 429) return isTold && Number(remaining) < LIMIT;
  return isTold && remaining === '0' && headers['retry-after'] === seconds;
}
