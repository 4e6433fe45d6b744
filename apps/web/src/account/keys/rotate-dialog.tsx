import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import type { Key } from '../session/developer-api.ts';

const OVERLAPS: readonly { readonly value: number; readonly title: string; readonly detail: string }[] = [
  {
    value: 0,
    title: 'At once',
    detail: 'Within five seconds. Choose this if someone else may have the key.',
  },
  { value: 1, title: 'After 1 hour', detail: '' },
  { value: 24, title: 'After 24 hours', detail: '' },
  { value: 72, title: 'After 3 days', detail: '' },
  { value: 168, title: 'After 7 days', detail: '' },
];

interface RotateDialogProps {
  readonly record: Key;
  readonly onConfirm: (overlapHours: number) => void;
  readonly onCancel: () => void;
}

export function RotateDialog({ record: { name, kind }, onConfirm, onCancel }: RotateDialogProps) {
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
      <ChoiceCards
        legend="The old key stops working"
        isList
        value={hours}
        choices={OVERLAPS}
        onChange={setHours}
      />
    </ConfirmDialog>
  );
}
