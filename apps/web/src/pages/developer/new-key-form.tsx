import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { FailureNote } from '../../components/failure-note.tsx';
import { createKey, type NewKey } from './developer-api.ts';
import { whileSignedIn } from './own-queries.ts';

const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 100;
const LIFETIMES = [
  ['0', 'Never expires'],
  ['30', 'Expires in 30 days'],
  ['90', 'Expires in 90 days'],
  ['365', 'Expires in a year'],
] as const;

export function NewKeyForm({ onMade }: { onMade: (key: NewKey) => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [days, setDays] = useState('0');
  const [isMissing, setIsMissing] = useState(false);
  const make = useMutation({
    mutationFn: () => whileSignedIn(() => createKey(name.trim(), expiryOf(Number(days)))),
    onSuccess: (key) => {
      setName('');
      onMade(key);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() === '') document.getElementById(id)?.focus();
    else make.mutate();
  };
  return (
    <form className="new-key-form" onSubmit={submit} noValidate aria-label="New key">
      <div className="new-key-form__row">
        <label className="visually-hidden" htmlFor={id}>
          Name of the new key
        </label>
        <input
          id={id}
          className="input"
          placeholder="Name, e.g. “Mint page”"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          onChange={({ target }) => {
            setName(target.value);
            setIsMissing(false);
          }}
          autoComplete="off"
          aria-invalid={isMissing}
          aria-describedby={`${id}-problem`}
        />
        <label className="visually-hidden" htmlFor={`${id}-days`}>
          Expiry
        </label>
        <select
          id={`${id}-days`}
          className="select"
          value={days}
          onChange={({ target }) => setDays(target.value)}
        >
          {LIFETIMES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <button type="submit" className="button" disabled={make.isPending}>
          Create key
        </button>
      </div>
      <p id={`${id}-problem`} className="new-key-form__problem" role="alert">
        {isMissing && 'Enter a name for the key.'}
      </p>
      {make.error && <FailureNote error={make.error} />}
    </form>
  );
}

function expiryOf(days: number): string | null {
  return days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
}
