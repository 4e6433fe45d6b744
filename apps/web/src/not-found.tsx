import { Link } from '@tanstack/react-router';
import { usePageTitle } from './components/page-title.ts';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <>
      <h1>There is nothing here</h1>
      <p className="lead">
        The address of this page is not one of ours. Begin at the <Link to="/">first page</Link>, or look up a
        wallet in the <Link to="/explorer">explorer</Link>.
      </p>
    </>
  );
}
