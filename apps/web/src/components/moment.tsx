import { writeIso, writeMoment } from './write-moment.ts';

/** A time of the past, in full. */
export function Moment({ seconds }: { seconds: number }) {
  return <time dateTime={writeIso(seconds)}>{writeMoment(seconds)}</time>;
}
