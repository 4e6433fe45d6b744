/** Shown until a question is asked. */
import { Explanation } from '../ui/page/explanation.tsx';
import { VerdictMark } from './answer/verdict-mark.tsx';

const MARKS = (['yes', 'no', 'unknown'] as const).map((kind) => <VerdictMark key={kind} kind={kind} />);

export const POSSIBLE_ANSWERS = (
  <Explanation
    title="Three answers are possible"
    marks={MARKS}
    items={[
      ['Yes, or an amount', 'A delegation covers your question at the block of the answer.'],
      ['No', 'No delegation covers it at that block. Those for less do not count.'],
      [
        'Unknown right now',
        'The service cannot answer for this chain yet, or cannot be reached. This is never a no.',
      ],
    ]}
  >
    With the answer you get the same check in curl, TypeScript, Python and Go.
  </Explanation>
);

export const WHAT_MAY_CLAIM = (
  <Explanation
    title="Three answers are possible"
    marks={MARKS}
    items={[
      ['Yes, may claim', 'The wallet and its vaults together hold enough.'],
      ['No', 'Everything could be read, and it is not enough.'],
      ['Not known', 'Something could not be read, and the rest is not enough. This is never a no.'],
    ]}
  >
    Balances and delegations are read at the same block. A vault counts once, as far as it delegated.
  </Explanation>
);

export const WHAT_COUNTS = (
  <Explanation
    title="What counts"
    items={[
      ['No contract', 'Vaults that delegated their whole wallet.'],
      ['A contract', 'Also vaults that delegated this contract.'],
      ['A contract and a token', 'Also vaults that delegated this token.'],
    ]}
  >
    Chains that cannot answer are listed: their vaults are unknown, not absent.
  </Explanation>
);
