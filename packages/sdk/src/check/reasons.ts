/** Reads checks with reasons. */
import type { Explained } from '../answers.ts';
import type { Parties } from '../client/parameters.ts';
import { array, object, type Read, whole } from '../client/read-json.ts';
import type { Reply } from '../client/reply.ts';
import { readStandingGrant, type StandingGrant } from '../generated/registry.ts';
import { isSame } from '../hex.ts';

type Reasoned<T> = Pick<Explained<T>, 'value' | 'because'>;

/** `readPlain` reads the plain answer: the value inside has the same format. */
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
    // A yes must have reasons, a no must have none, and all must be between the two wallets.
    const areOurs = because.every((grant) => isSame(grant.to, to) && isSame(grant.from, from));
    if (Boolean(value) !== because.length > 0 || !areOurs) {
      throw new TypeError(`${value}, with reasons for something else`);
    }
    return { value, because };
  };
}
