import { describeAge, useNow } from '../../ui/time/clock.ts';
import type { Key } from '../session/developer-api.ts';

interface BrowserFlagProps {
  readonly record: Key;
  readonly onReplace: () => void;
}

/** A secret key came from a page, where everyone can read it. */
export function BrowserFlag({ record, onReplace }: BrowserFlagProps) {
  const now = useNow();
  const { name, prefix, browserOrigin, browserSeenAt } = record;
  if (!browserSeenAt) return null;
  const age = describeAge(now - Math.floor(Date.parse(browserSeenAt) / 1000));
  return (
    <div className="note" data-tone="warn">
      <p>
        <strong>
          The secret key “{name}” was used from{' '}
          {browserOrigin?.startsWith('http') ? `a page at ${browserOrigin}` : 'a page without an origin'}.
        </strong>{' '}
        Everyone who opens the page can copy <code>{prefix}…</code>: replace it with a publishable key. Last
        seen {age}.
      </p>
      <button
        type="button"
        className="button button--quiet"
        aria-label={`Replace with a publishable key: ${name}`}
        onClick={onReplace}
      >
        Replace with a publishable key
      </button>
    </div>
  );
}
