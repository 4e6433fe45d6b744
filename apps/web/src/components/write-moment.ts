/** A moment to the second, the same for everyone who reads it: in UTC. */
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

/** As the interface takes it. */
export function writeIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
