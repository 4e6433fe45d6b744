/** Links to the chain's block explorer in a new tab. */
export function ExplorerLink({ explorer, address }: { explorer: string; address: string }) {
  const host = new URL(explorer).host.replace(/^www\./, '');
  return (
    <a
      className="explorer-link"
      href={`${explorer.replace(/\/$/, '')}/address/${address}`}
      target="_blank"
      rel="noreferrer"
    >
      {host}
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path d="M4 2.5H2v7.5h7.5V8M6.5 2H10v3.5M10 2 5.5 6.5" />
      </svg>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
