const RULES = [
  ['No contract', 'Vaults that let the hot wallet act for all of their wallet.'],
  ['A contract', 'Those, and vaults that granted everything in that contract.'],
  ['A token of it', 'Those, and vaults that granted this one token.'],
] as const;

/** Before a hot wallet is named. */
export function WhatCounts() {
  return (
    <div className="possible">
      <h2>What counts</h2>
      <ul>
        {RULES.map(([asked, meaning]) => (
          <li key={asked}>
            <div>
              <h3>{asked}</h3>
              <p>{meaning}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>A chain that can’t answer is named: what is missing there is not known, and not a no.</p>
    </div>
  );
}
