import './text-input.css';
import { type ReactNode, useId } from 'react';

export interface TextInputProps {
  readonly name: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly value: string;
  readonly problem: string | undefined;
  readonly placeholder?: string;
  readonly type?: 'datetime-local';
  readonly onChange: (text: string) => void;
}

/** A text field with a hint below it. An error replaces the hint. */
export function TextInput(props: TextInputProps) {
  const { name, label, hint, value, problem, placeholder, type, onChange } = props;
  const id = useId();
  return (
    <div className="text-input">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...(type && { type, step: 1 })}
        className="input mono"
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
      />
      <p
        id={`${id}-hint`}
        className={problem ? 'text-input__problem' : 'text-input__hint'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? hint}
      </p>
    </div>
  );
}
