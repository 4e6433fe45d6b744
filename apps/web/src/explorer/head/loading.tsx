import '../graph.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A skeleton of the page. */
export function Loading() {
  return (
    <div role="status" className="explorer-loading">
      <span className="visually-hidden">Loading the delegations of this wallet</span>
      <div className="graph card explorer-loading__graph">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <div className="card explorer-loading__rows">
        {ROWS.map((row) => (
          <span key={row} className="skeleton" />
        ))}
      </div>
    </div>
  );
}
