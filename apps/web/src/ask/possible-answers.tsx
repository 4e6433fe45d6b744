import { VerdictMark } from './answer/verdict-mark.tsx';

const ANSWERS = [
  ['yes', 'Yes, or an amount', 'A delegation covers your question at the block of the answer.'],
  ['no', 'No', 'No delegation covers it at that block. Narrower delegations do not count.'],
  [
    'unknown',
    'Unknown right now',
    'The service cannot answer for this chain yet, or cannot be reached. This is never a no.',
  ],
] as const;

/** Shown before a question is asked. */
export function PossibleAnswers() {
  return (
    <div className="possible">
      <h2>Three answers are possible</h2>
      <ul>
        {ANSWERS.map(([kind, headline, meaning]) => (
          <li key={kind} data-verdict={kind}>
            <VerdictMark kind={kind} />
            <div>
              <h3>{headline}</h3>
              <p>{meaning}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>With the answer you get the same check in curl, TypeScript, Python and Go.</p>
    </div>
  );
}
