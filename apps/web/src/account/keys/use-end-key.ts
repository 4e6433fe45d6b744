import { useMutation } from '@tanstack/react-query';
import { type Key, type NewKey, revokeKey, rotateKey } from '../session/developer-api.ts';
import { whileSignedIn } from '../session/own-queries.ts';

/** The ends of a key: a successor, now or later, or its revocation. */
export type Ending =
  | { readonly type: 'rotate'; readonly record: Key; readonly overlapHours: number }
  | { readonly type: 'revoke'; readonly record: Key };

interface EndKeyOptions {
  readonly onRotated: (successor: NewKey) => void;
  readonly onRevoked: (record: Key) => void;
  readonly onSettled: () => void;
}

export function useEndKey({ onRotated, onRevoked, onSettled }: EndKeyOptions) {
  return useMutation({
    mutationFn: (ending: Ending) =>
      whileSignedIn<NewKey | null>(async () => {
        if (ending.type === 'rotate') return rotateKey(ending.record.id, ending.overlapHours);
        await revokeKey(ending.record.id);
        return null;
      }),
    onSuccess: (successor, { record }) => (successor ? onRotated(successor) : onRevoked(record)),
    // Also after a failure, because the list may be outdated.
    onSettled,
  });
}
