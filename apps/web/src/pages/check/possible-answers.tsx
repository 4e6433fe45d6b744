import { VerdictMark } from './verdict-mark.tsx';

const ANSWERS = [
  ['yes', 'Yes, or an amount', 'At the block that the answer names, a delegation covers what you ask about.'],
  ['no', 'No', 'At that block, none does. Narrower ones do not count for more than they say.'],
  ['unknown', 'Not known now', 'The chain is not read far enough, or nobody answers. This is never a no.'],
] as const;

/** Before a question is asked. */
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
      <p>With the answer comes the same question as curl, TypeScript, Python and Go.</p>
    </div>
  );
}
