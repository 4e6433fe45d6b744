import type { InputHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'type' | 'maxLength' | 'inputMode'
>;

export interface TextInputProps extends FieldProps, Attributes {
  readonly name: string;
  readonly value: string;
  /** The value is words, not digits that have to be compared. */
  readonly isWords?: boolean;
  readonly onChange: (text: string) => void;
}

export function TextInput({ label, hint, problem, isWords, onChange, ...attributes }: TextInputProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          {...(attributes.type === 'datetime-local' && { step: 1 })}
          className={isWords ? 'input' : 'input mono'}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
