import './kind-choice.css';
import { useId } from 'react';
import type { KeyKind } from '../session/developer-api.ts';

const KINDS = [
  {
    kind: 'secret',
    title: 'Secret key',
    text: 'For servers and scripts: it can use everything, so keep it out of pages and repositories.',
  },
  {
    kind: 'publishable',
    title: 'Publishable key',
    text: 'For web pages: everyone may see it, and it works only from pages that you list.',
  },
] as const;

export function KindChoice({ kind, onChange }: { kind: KeyKind; onChange: (kind: KeyKind) => void }) {
  const id = useId();
  return (
    <fieldset className="kind-choice">
      <legend className="visually-hidden">Kind of key</legend>
      {KINDS.map((one) => (
        <label key={one.kind}>
          <input
            type="radio"
            name={id}
            checked={one.kind === kind}
            onChange={() => onChange(one.kind)}
            aria-labelledby={`${id}-${one.kind}`}
            aria-describedby={`${id}-${one.kind}-text`}
          />
          <strong id={`${id}-${one.kind}`}>{one.title}</strong>
          <span id={`${id}-${one.kind}-text`}>{one.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
