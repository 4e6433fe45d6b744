/** Times are shown in UTC, to the second, the same for every reader. */
const MOMENT = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

export function writeMoment(seconds: number): string {
  return `${MOMENT.format(new Date(seconds * 1000))} UTC`;
}

/** Writes the format that the API takes. */
export function writeIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
