import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import { readRights } from '../../ui/read/read-field.ts';

type RightsFieldProps = Omit<TextInputProps, 'label' | 'hint'>;

/** Accepts a name or 32 bytes, and always shows the bytes, because the registry compares those. */
export function RightsField(props: RightsFieldProps) {
  const read = readRights(props.value);
  const rights = 'value' in read ? read.value : undefined;
  return (
    <div className="rights-field">
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
      {rights && (
        <p className="rights-field__bytes">
          <span>bytes32</span>
          <code>{rights}</code>
          <CopyButton text={rights} what="the right as bytes32" />
        </p>
      )}
    </div>
  );
}
