import { useId, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { Key } from '../session/developer-api.ts';

const OVERLAPS = [
  [0, 'At once', 'within five seconds. Choose this if someone else may have the key.'],
  [1, 'After 1 hour', ''],
  [24, 'After 24 hours', ''],
  [72, 'After 3 days', ''],
  [168, 'After 7 days', ''],
] as const;

interface RotateDialogProps {
  readonly record: Key;
  readonly onConfirm: (overlapHours: number) => void;
  readonly onCancel: () => void;
}

export function RotateDialog({ record: { name, kind }, onConfirm, onCancel }: RotateDialogProps) {
  const id = useId();
  const [hours, setHours] = useState(0);
  return (
    <ConfirmDialog
      title={`Rotate “${name}”?`}
      action="Rotate"
      onConfirm={() => onConfirm(hours)}
      onCancel={onCancel}
    >
      <p>
        You get a new key with the same name and rules. Until the old key stops working, both work, so that
        you can {kind === 'secret' ? 'replace it in your applications' : 'publish your pages again'} without
        an outage.
      </p>
      <fieldset className="overlaps">
        <legend>The old key stops working</legend>
        {OVERLAPS.map(([value, text, more]) => (
          <label key={value}>
            <input type="radio" name={id} checked={hours === value} onChange={() => setHours(value)} />
            <span>
              {text}
              {more && <span className="overlaps__more">, {more}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
