import { useId } from 'react';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import { CHOICES } from '../question/moments.ts';
import type { WhenKind } from '../question/when-kinds.ts';

interface WhenFieldProps extends Omit<TextInputProps, 'label' | 'hint'> {
  readonly when: WhenKind | undefined;
  readonly onWhen: (when: WhenKind | undefined) => void;
}

export function WhenField({ when, onWhen, ...at }: WhenFieldProps) {
  const id = useId();
  const hint = CHOICES.find(({ value }) => value === (when ?? 'now'))?.hint;
  return (
    <div className="when-field">
      <div className="text-input">
        <label htmlFor={id}>When</label>
        <select
          id={id}
          className="select"
          value={when ?? 'now'}
          aria-describedby={`${id}-hint`}
          onChange={({ target: { value } }) => onWhen(value === 'now' ? undefined : (value as WhenKind))}
        >
          {CHOICES.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <p id={`${id}-hint`} className="text-input__hint">
          {hint}
        </p>
      </div>
      {when === 'time' && <TextInput {...at} label="Time (UTC)" hint="" type="datetime-local" />}
      {when === 'block' && <TextInput {...at} label="Block" hint="" placeholder="19000000" />}
    </div>
  );
}
