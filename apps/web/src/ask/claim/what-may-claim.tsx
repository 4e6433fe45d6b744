import { VerdictMark } from '../answer/verdict-mark.tsx';

const ANSWERS = [
  ['yes', 'Yes, may claim', 'The wallet and its vaults together hold enough.'],
  ['no', 'No', 'Everything could be read, and it is not enough.'],
  ['unknown', 'Not known', 'Something could not be read, and the rest is not enough. This is never a no.'],
] as const;

/** Shown before a wallet and a contract are entered. */
export function WhatMayClaim() {
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
      <p>Balances and delegations are read at the same block. A vault counts once, as far as it delegated.</p>
    </div>
  );
}
