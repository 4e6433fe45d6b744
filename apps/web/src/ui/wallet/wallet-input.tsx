import { readName } from '@mandate/sdk/explore';
import { useEffect, useState } from 'react';
import { useResolved } from '../../names/use-resolved.ts';
import { TextInput, type TextInputProps } from '../form/text-input.tsx';

const TYPING_MS = 400;

/** A text field for a wallet. Below an ENS name, it says the address that the form takes. */
export function WalletInput(props: TextInputProps) {
  const { value, hint, problem } = props;
  const typed = readName(value);
  const resolved = useResolved(useRested(typed));
  if (typed === null) return <TextInput {...props} placeholder="0x… or name.eth" />;
  const found = resolved.state === 'found' ? resolved : null;
  return (
    <TextInput
      {...props}
      problem={found ? undefined : 'problem' in resolved ? resolved.problem : problem}
      hint={
        found ? (
          <span role="status">
            <bdi>{found.name}</bdi> leads to <span className="mono digits">{found.address}</span>.
          </span>
        ) : (
          (resolved.state === 'asking' && 'Looking up the name…') || hint
        )
      }
    />
  );
}

/** Returns the text once nobody has typed for a moment. */
function useRested(text: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested === text ? rested : null;
}
