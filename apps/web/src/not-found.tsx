import { Link } from '@tanstack/react-router';
import { usePageTitle } from './components/page-title.ts';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <>
      <h1>Page not found</h1>
      <p className="lead">
        This page does not exist. Go to the <Link to="/">home page</Link>, or look up a wallet in the{' '}
        <Link to="/explorer">explorer</Link>.
      </p>
    </>
  );
}
