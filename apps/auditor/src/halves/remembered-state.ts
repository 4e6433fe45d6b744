/** Remembers the state that settled revocations: folding a range again, with another node's logs, asks for the same. */
import type { Source } from '@mandate/nodes';

export interface RememberedState {
  readonly source: Source;
  forget(): void;
}

export function rememberState(source: Source): RememberedState {
  const known = new Map<string, Promise<unknown>>();

  function remember<Question extends unknown[], Answer>(
    kind: string,
    ask: (...question: Question) => Promise<Answer>,
  ) {
    return (...question: Question): Promise<Answer> => {
      const key = `${kind} ${JSON.stringify(question)}`;
      const answer = (known.get(key) as Promise<Answer> | undefined) ?? ask(...question);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
      return answer;
    };
  }

  return {
    source: Object.defineProperties({} as Source, {
      ...Object.getOwnPropertyDescriptors(source),
      prove: { value: remember('prove', source.prove) },
      readSlots: { value: remember('readSlots', source.readSlots) },
      findHeaders: { value: remember('findHeaders', source.findHeaders) },
      getTransaction: { value: remember('getTransaction', source.getTransaction) },
    }),
    forget: () => known.clear(),
  };
}
