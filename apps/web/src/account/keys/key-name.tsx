import { TextInput } from '../../ui/form/text-input.tsx';

const MAX_NAME_LENGTH = 100;

interface KeyNameProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

export function KeyName({ name, problem, onChange }: KeyNameProps) {
  return (
    <TextInput
      name="name"
      label="Name of the key"
      isWords
      placeholder="e.g. “Mint page”"
      value={name}
      problem={problem}
      maxLength={MAX_NAME_LENGTH}
      onChange={onChange}
    />
  );
}
