import { writeIso, writeMoment } from '../../words/write-moment.ts';

/** Shows a past time in full. */
export function Moment({ seconds }: { seconds: number }) {
  return <time dateTime={writeIso(seconds)}>{writeMoment(seconds)}</time>;
}
