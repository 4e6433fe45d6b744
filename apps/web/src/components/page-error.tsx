import type { ErrorComponentProps } from '@tanstack/react-router';
import { usePageTitle } from './page-title.ts';

/** A file of the page did not arrive, or the page has a mistake: never a blank screen. */
export function PageError({ error }: ErrorComponentProps) {
  usePageTitle('Something went wrong');
  return (
    <div role="alert">
      <h1>This page could not be shown</h1>
      <p className="lead">Load it again. If it stays like this, the service may be down or just updated.</p>
      <p className="lead mono">{error instanceof Error ? error.message : String(error)}</p>
      <p className="lead">
        <button type="button" className="button" onClick={() => location.reload()}>
          Load again
        </button>
      </p>
    </div>
  );
}
