import type { Choices, Key } from '../session/developer-api.ts';
import { describeRules } from './describe-rules.ts';
import { type KeyAction, KeyTable } from './key-table.tsx';
import { RefusedOrigins } from './refused-origins.tsx';

interface KeyListsProps {
  readonly keys: readonly Key[];
  readonly choices: Choices;
  readonly onAction: (action: KeyAction, key: Key) => void;
  readonly onChanged: () => void;
}

export function KeyLists({ keys, choices, onAction, onChanged }: KeyListsProps) {
  const live = keys.filter(isLive);
  const ended = keys.filter((key) => !isLive(key));
  const describe = (key: Key) => describeRules(key, choices);
  return (
    <>
      {live.length > 0 && (
        <KeyTable
          label="Active keys"
          keys={live}
          describe={describe}
          onAction={onAction}
          more={(record) =>
            // The successor of a rotated key has a list of its own.
            record.refusedOrigins.length > 0 &&
            !record.rotatedTo && <RefusedOrigins record={record} onChanged={onChanged} />
          }
        />
      )}
      {ended.length > 0 && (
        <details>
          <summary className="quiet">{ended.length} revoked or expired</summary>
          <KeyTable label="Revoked or expired keys" keys={ended} describe={describe} />
        </details>
      )}
    </>
  );
}

export function isLive({ revokedAt, expiresAt }: Key): boolean {
  return !revokedAt && (!expiresAt || Date.parse(expiresAt) > Date.now());
}
