import { Select } from '../../ui/form/select.tsx';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import { CHOICES } from '../question/moments.ts';
import type { WhenKind } from '../question/when-kinds.ts';

interface WhenFieldProps extends Omit<TextInputProps, 'label' | 'hint'> {
  readonly when: WhenKind | undefined;
  readonly onWhen: (when: WhenKind | undefined) => void;
}

export function WhenField({ when, onWhen, ...at }: WhenFieldProps) {
  return (
    <>
      <Select
        label="When"
        hint={CHOICES.find(({ value }) => value === (when ?? 'now'))?.hint}
        value={when ?? 'now'}
        options={CHOICES}
        onChange={(value) => onWhen(value === 'now' ? undefined : (value as WhenKind))}
      />
      {when === 'time' && <TextInput {...at} label="Time (UTC)" type="datetime-local" />}
      {when === 'block' && <TextInput {...at} label="Block" placeholder="19000000" />}
    </>
  );
}
