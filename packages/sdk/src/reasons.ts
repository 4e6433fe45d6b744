/** Checks that say why. Imports nothing that a check has without it, so that bundlers keep it apart. */
import type { Explained, StandingGrant } from './answers.ts';
import { isSame, readStandingGrant } from './grant.ts';
import type { Parties } from './parameters.ts';
import { array, object, type Read, whole } from './read-json.ts';
import type { Reply } from './reply.ts';

type Reasoned<T> = Pick<Explained<T>, 'value' | 'because'>;

/** `readPlain` reads an answer without reasons: the value within is written in the same way. */
export function reasonedOf<T>(
  { to, from }: Parties,
  reply: Reply,
  readPlain: (reply: Reply) => T,
): Read<Reasoned<T>> {
  const read = object<{ value: T; because: StandingGrant[]; block: { number: number } }>({
    value: (value) => readPlain({ ...reply, body: JSON.stringify(value) ?? '' }),
    because: array(readStandingGrant),
    block: object({ number: whole }),
  });
  return (answer) => {
    const { value, because, block } = read(answer);
    if (String(block.number) !== reply.headers.get('x-block-number')) throw new TypeError('two blocks');
    // A yes has reasons, a no has none, and they are of the two wallets.
    const areOurs = because.every((grant) => isSame(grant.to, to) && isSame(grant.from, from));
    if (Boolean(value) !== because.length > 0 || !areOurs) {
      throw new TypeError(`${value}, with reasons for something else`);
    }
    return { value, because };
  };
}
