import { lazy, Suspense, useSyncExternalStore } from 'react';
import { askDialog, onAskedDialog, readAskedDialog } from './asked-dialog.ts';

const ActingDialog = lazy(async () => ({
  default: (await import('./dialogs/acting-dialog.tsx')).ActingDialog,
}));

/** Shows the dialog that a page asked for. Its code loads when the first one is asked for. */
export function ActingHost() {
  const asked = useSyncExternalStore(onAskedDialog, readAskedDialog);
  if (!asked) return null;
  return (
    <Suspense fallback={<p className="visually-hidden">Loading…</p>}>
      <ActingDialog asked={asked} onClose={() => askDialog(null)} />
    </Suspense>
  );
}
