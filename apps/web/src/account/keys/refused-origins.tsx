import { useMutation } from '@tanstack/react-query';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { describeAge, useNow } from '../../ui/time/clock.ts';
import { changeKey, type Key } from '../session/developer-api.ts';
import { whileSignedIn } from '../session/own-queries.ts';
import { MAX_ORIGINS, readOrigin } from './read-origin.ts';

/** The newest few: a scanner should not fill the page. */
const MAX_SHOWN = 5;

/** Texts that stand for an origin. */
const SOURCES: Readonly<Record<string, string>> = {
  null: 'a file or a sandboxed frame',
  '(none)': 'a script or server without an origin',
};

export function RefusedOrigins({ record, onChanged }: { record: Key; onChanged: () => void }) {
  const now = useNow();
  const { id, name, origins, refusedOrigins } = record;
  const allow = useMutation({
    mutationFn: (origin: string) => whileSignedIn(() => changeKey(id, { origins: [...origins, origin] })),
    onSettled: onChanged,
  });
  const shown = refusedOrigins.slice(0, MAX_SHOWN);
  return (
    <div className="box stack stack--m" data-tone="warn">
      <h3>Refused origins</h3>
      <p className="hint">
        These pages sent the key “{name}” but are not on its list. Allow only pages of your own.
      </p>
      <ul className="stack stack--s">
        {shown.map(({ origin, requests, lastAt }) => (
          <li key={origin} className="row row--apart">
            <span className="row">
              <code>{origin}</code>
              <span className="hint">
                {requests.toLocaleString('en')} {requests === 1 ? 'request' : 'requests'},{' '}
                {describeAge(now - Math.floor(Date.parse(lastAt) / 1000))}
                {!isAllowable(origin) && `; ${SOURCES[origin] ?? 'not an origin'}; cannot be allowed`}
              </span>
            </span>
            {isAllowable(origin) && origins.length < MAX_ORIGINS && (
              <button
                type="button"
                className="button button--quiet"
                disabled={allow.isPending}
                aria-label={`Allow this origin: ${origin}`}
                onClick={() => allow.mutate(origin)}
              >
                Allow this origin
              </button>
            )}
          </li>
        ))}
      </ul>
      {allow.error && <FailureNote error={allow.error} />}
    </div>
  );
}

/** A refused header may be anything, e.g. `null` or a text that is no origin. */
function isAllowable(origin: string): boolean {
  const reading = readOrigin(origin);
  return reading.type === 'origin' && !origin.includes('*');
}
