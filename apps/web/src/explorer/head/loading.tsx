import '../graph/graph.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A skeleton of the page. */
export function Loading() {
  return (
    <div role="status" className="explorer-loading stack">
      <span className="visually-hidden">Loading the delegations of this wallet</span>
      <div className="graph card explorer-loading__graph">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <div className="card stack">
        {ROWS.map((row) => (
          <span key={row} className="skeleton" />
        ))}
      </div>
    </div>
  );
}
