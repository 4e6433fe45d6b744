import { Field, type FieldProps } from './field.tsx';

interface SelectProps extends Pick<FieldProps, 'label' | 'hint'> {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice among many options. */
export function Select({ label, hint, value, options, onChange }: SelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
