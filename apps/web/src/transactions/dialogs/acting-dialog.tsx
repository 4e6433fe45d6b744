import type { AskedDialog } from '../asked-dialog.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { StepDownDialog } from './step-down-dialog.tsx';

interface ActingDialogProps {
  readonly asked: AskedDialog;
  readonly onClose: () => void;
}

export function ActingDialog({ asked, onClose }: ActingDialogProps) {
  if (asked.type === 'connect') return <ConnectDialog onClose={onClose} />;
  if (asked.type === 'change') return <ChangeDialog row={asked.row} onClose={onClose} />;
  if (asked.type === 'move') return <MoveDialog vault={asked.vault} onClose={onClose} />;
  if (asked.type === 'stepDown') return <StepDownDialog row={asked.row} onClose={onClose} />;
  return <RevokeDialog rows={asked.rows} onClose={onClose} />;
}
