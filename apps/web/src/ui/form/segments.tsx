import { useId } from 'react';

interface SegmentsProps<T extends string> {
  readonly label: string;
  /** Shows the label above the options. */
  readonly isField?: boolean;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string; readonly disabled?: boolean }[];
  readonly onChange: (value: T) => void;
}

/** A choice between a few visible options. */
export function Segments<T extends string>({ label, isField, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  const segments = (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
  if (!isField) return segments;
  return (
    <div className="field">
      <span aria-hidden="true">{label}</span>
      {segments}
    </div>
  );
}
