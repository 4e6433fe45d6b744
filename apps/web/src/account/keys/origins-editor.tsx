import './rules.css';
import { useId } from 'react';
import { MAX_ORIGINS, readOrigin } from './read-origin.ts';
import { addOrigin, type RulesDraft } from './rules-draft.ts';

interface OriginsEditorProps {
  readonly draft: RulesDraft;
  readonly onChange: (draft: RulesDraft) => void;
  /** A problem that was found on sending. While someone types, the text itself is read. */
  readonly problem?: string | undefined;
}

export function OriginsEditor({ draft, onChange, problem }: OriginsEditorProps) {
  const id = useId();
  const { origins, typed } = draft;
  const reading = typed.trim() === '' ? null : readOrigin(typed);
  const isKnown = reading?.type === 'origin' && origins.includes(reading.origin);
  const isFull = origins.length >= MAX_ORIGINS;
  const word = reading?.type === 'problem' ? reading.problem : isKnown ? 'It is in the list.' : '';
  const add = (origin: string) => onChange({ ...draft, origins: addOrigin(origins, origin), typed: '' });
  const type = (text: string) => {
    const parts = text.split(/[\s,]+/).filter(Boolean);
    const read = parts.map(readOrigin);
    // A pasted list: all of them at once.
    if (parts.length > 1 && read.every(({ type }) => type === 'origin')) {
      const all = read.reduce(
        (list, one) => (one.type === 'origin' ? addOrigin(list, one.origin) : list),
        origins,
      );
      onChange({ ...draft, origins: all.slice(0, MAX_ORIGINS), typed: '' });
    } else onChange({ ...draft, typed: text });
  };
  return (
    <div className="field origins">
      <label htmlFor={id}>Origins of your pages</label>
      <p id={`${id}-hint`} className="hint">
        Scheme, host and port, e.g. <code>https://app.example.com</code>. <code>https://*.example.com</code>{' '}
        covers all names below example.com, but not example.com itself.
      </p>
      {origins.length > 0 && (
        <ul className="row" aria-label="Allowed origins">
          {origins.map((origin) => (
            <li key={origin} className="badge" data-tone="good">
              <code>{origin}</code>
              <button
                type="button"
                aria-label={`Remove ${origin}`}
                onClick={() => onChange({ ...draft, origins: origins.filter((one) => one !== origin) })}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <input
          id={id}
          className="input mono"
          placeholder="https://app.example.com"
          value={typed}
          disabled={isFull}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            // Enter adds the origin; an empty field sends the form.
            event.preventDefault();
            if (reading?.type === 'origin') add(reading.origin);
          }}
          aria-invalid={Boolean(problem) || reading?.type === 'problem'}
          aria-describedby={`${id}-hint ${id}-word`}
        />
        <button
          type="button"
          className="button button--quiet"
          disabled={reading?.type !== 'origin' || isKnown || isFull}
          onClick={() => reading?.type === 'origin' && add(reading.origin)}
        >
          Add origin
        </button>
      </div>
      <p id={`${id}-word`} className="problem" role="status">
        {isFull ? `A key has at most ${MAX_ORIGINS} origins.` : word || (typed.trim() === '' && problem)}
        {reading?.type === 'problem' && reading.meant && (
          <>
            {' '}
            <button type="button" className="link-button" onClick={() => reading.meant && add(reading.meant)}>
              Add {reading.meant}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
