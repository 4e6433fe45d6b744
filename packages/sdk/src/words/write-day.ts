const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Writes a day in UTC, the same for every reader, e.g. "Jan 31, 2026". */
export function writeDay(seconds: number): string {
  return DAY.format(new Date(seconds * 1000));
}
