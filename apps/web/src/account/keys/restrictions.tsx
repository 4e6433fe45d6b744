import './restrictions.css';
import { useId } from 'react';
import { Segments } from '../../ui/form/segments.tsx';
import type { Choices, KeyKind } from '../session/developer-api.ts';
import type { RulesDraft, RulesProblems } from './rules-draft.ts';

const MAX_DIGITS = 6;

interface RestrictionsProps {
  readonly kind: KeyKind;
  readonly choices: Choices;
  readonly draft: RulesDraft;
  readonly problems: RulesProblems;
  readonly onChange: (draft: RulesDraft) => void;
}

export function Restrictions({ kind, choices, draft, problems, onChange }: RestrictionsProps) {
  const isForPages = kind === 'publishable';
  const operations = choices.operations.filter(({ forPages }) => forPages || !isForPages);
  return (
    <div className="restrictions">
      <Some
        label="Operations"
        all="All operations"
        options={operations.map(({ id, summary }) => ({ value: id, text: summary }))}
        chosen={draft.operations}
        problem={problems.operations}
        onChange={(chosen) => onChange({ ...draft, operations: chosen })}
      />
      <Some
        label="Chains"
        all="All chains"
        options={choices.chains.map(({ chainId, name }) => ({ value: chainId, text: name }))}
        chosen={draft.chains}
        problem={problems.chains}
        onChange={(chosen) => onChange({ ...draft, chains: chosen })}
      />
      <div className="restrictions__counts">
        {isForPages && (
          <Count
            label="Requests of one visitor in 10 seconds"
            placeholder={String(choices.limits.visitor)}
            hint="Above it, this visitor gets 429."
            value={draft.visitorCeiling}
            problem={problems.visitorCeiling}
            onChange={(visitorCeiling) => onChange({ ...draft, visitorCeiling })}
          />
        )}
        <Count
          label="Requests in 10 seconds in all"
          placeholder={isForPages ? String(choices.limits.page) : 'no limit of its own'}
          hint={
            isForPages
              ? 'Above it, each visitor falls back to the limit without a key.'
              : 'Above it, requests with this key get 429.'
          }
          value={draft.ceiling}
          problem={problems.ceiling}
          onChange={(ceiling) => onChange({ ...draft, ceiling })}
        />
      </div>
    </div>
  );
}

interface SomeProps<T extends string | number> {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  /** `null` for all. */
  readonly chosen: readonly T[] | null;
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly T[] | null) => void;
}

function Some<T extends string | number>({ label, all, options, chosen, problem, onChange }: SomeProps<T>) {
  return (
    <div className="some">
      <div className="some__head">
        <span className="some__label">{label}</span>
        <Segments
          label={label}
          value={chosen ? 'some' : 'all'}
          options={[
            { value: 'all', text: all },
            { value: 'some', text: 'Only these' },
          ]}
          onChange={(which) => onChange(which === 'all' ? null : [])}
        />
      </div>
      {chosen && (
        <fieldset className="some__options">
          <legend className="visually-hidden">{label} that the key may use</legend>
          {options.map(({ value, text }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <p className="field-problem" role="status">
        {problem}
      </p>
    </div>
  );
}

interface CountProps {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function Count({ label, placeholder, hint, value, problem, onChange }: CountProps) {
  const id = useId();
  return (
    <div className="count">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={MAX_DIGITS}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p id={`${id}-hint`} className="count__hint">
        {hint}
      </p>
      <p id={`${id}-problem`} className="field-problem" role="status">
        {problem}
      </p>
    </div>
  );
}
