import type { ErrorComponentProps } from '@tanstack/react-router';
import { usePageTitle } from './page-title.ts';

/** Shown instead of a blank screen when a file failed to load or the page has a bug. */
export function PageError({ error }: ErrorComponentProps) {
  usePageTitle('Something went wrong');
  return (
    <div role="alert">
      <h1>This page could not be loaded</h1>
      <p className="lead">
        Reload the page. If that does not help, the service may be down or was just updated.
      </p>
      <p className="lead mono">{error instanceof Error ? error.message : String(error)}</p>
      <p className="lead">
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  );
}
