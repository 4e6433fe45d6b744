import { useId } from 'react';

const MAX_NAME_LENGTH = 100;

interface KeyNameProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

export function KeyName({ name, problem, onChange }: KeyNameProps) {
  const id = useId();
  return (
    <div className="key-name">
      <label htmlFor={id}>Name of the key</label>
      <input
        id={id}
        className="input"
        placeholder="e.g. “Mint page”"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
