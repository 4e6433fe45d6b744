const RULES = [
  ['No contract', 'Vaults that delegated their whole wallet.'],
  ['A contract', 'Also vaults that delegated this contract.'],
  ['A contract and a token', 'Also vaults that delegated this token.'],
] as const;

/** Shown before a hot wallet is entered. */
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
      <p>Chains that cannot answer are listed: their vaults are unknown, not absent.</p>
    </div>
  );
}
