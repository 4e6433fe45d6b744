import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { Choices, Key } from '../session/developer-api.ts';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import type { KeyAction } from './key-table.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import type { Ending } from './use-end-key.ts';

/** The dialog that an action on a key opens. */
export interface ChosenAction {
  readonly action: KeyAction;
  readonly record: Key;
}

interface KeyDialogProps {
  readonly asked: ChosenAction;
  readonly choices: Choices;
  readonly onEnd: (ending: Ending) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function KeyDialog({ asked: { action, record }, choices, onEnd, onChanged, onClose }: KeyDialogProps) {
  if (action === 'change')
    return <ChangeKeyDialog record={record} choices={choices} onDone={onChanged} onCancel={onClose} />;
  if (action === 'rotate')
    return (
      <RotateDialog
        record={record}
        onConfirm={(overlapHours) => onEnd({ type: 'rotate', record, overlapHours })}
        onCancel={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={`Revoke “${record.name}”?`}
      action="Revoke"
      isDangerous
      onConfirm={() => onEnd({ type: 'revoke', record })}
      onCancel={onClose}
    >
      <p>The service refuses this key within five seconds. You cannot undo this.</p>
    </ConfirmDialog>
  );
}
