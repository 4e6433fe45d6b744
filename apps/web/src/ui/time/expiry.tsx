import { Moment } from './moment.tsx';

/** Says when the rights of a grant expire, as the end of a sentence about it. */
export function Expiry({ seconds }: { seconds: number }) {
  return (
    <>
      . Its rights expire <Moment seconds={seconds} />
    </>
  );
}
