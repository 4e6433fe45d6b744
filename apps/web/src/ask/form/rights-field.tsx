import { RightsBytes } from '../../ui/form/rights-bytes.tsx';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import { readRights } from '../../ui/read/read-field.ts';

type RightsFieldProps = Omit<TextInputProps, 'label' | 'hint'>;

/** Accepts a name or 32 bytes, and always shows the bytes, because the registry compares those. */
export function RightsField(props: RightsFieldProps) {
  const read = readRights(props.value);
  const rights = 'value' in read ? read.value : undefined;
  return (
    <div className="stack stack--s">
      <TextInput
        {...props}
        label="Right (optional)"
        placeholder="vote, claim… or 0x and 64 digits"
        hint={
          'problem' in read
            ? read.problem
            : rights
              ? 'Delegations with this right or with full rights count.'
              : 'Leave it empty to count only delegations with full rights.'
        }
      />
      {rights && <RightsBytes rights={rights} />}
    </div>
  );
}
