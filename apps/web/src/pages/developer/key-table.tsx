import './key-table.css';
import { describeAge, useNow } from '../../components/clock.ts';
import type { Key } from './developer-api.ts';
import { writeDay, writeDayAndTime } from './write-time.ts';

interface KeyTableProps {
  readonly label: string;
  readonly keys: readonly Key[];
  readonly onRotate?: (key: Key) => void;
  readonly onRevoke?: (key: Key) => void;
}

export function KeyTable({ label, keys, onRotate, onRevoke }: KeyTableProps) {
  return (
    <table className="key-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">{onRevoke ? 'Expires' : 'Ended'}</th>
          {onRevoke && (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td className="mono" data-label="Key">
              {key.prefix}…
            </td>
            <td data-label="Created">{writeDay(key.createdAt)}</td>
            <td data-label="Last used">
              <LastUsed at={key.lastUsedAt} />
            </td>
            <td data-label={onRevoke ? 'Expires' : 'Ended'}>{onRevoke ? writeExpiry(key) : writeEnd(key)}</td>
            {onRevoke && (
              <td className="key-table__actions">
                <button
                  type="button"
                  className="button button--quiet"
                  aria-label={`Rotate ${key.name}`}
                  onClick={() => onRotate?.(key)}
                >
                  Rotate
                </button>
                <button
                  type="button"
                  className="button button--quiet button--warning"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LastUsed({ at }: { at: string | null }) {
  const now = useNow();
  if (!at) return 'Never';
  return (
    <time dateTime={at} data-tip={writeDayAndTime(at)}>
      {describeAge(now - Math.floor(Date.parse(at) / 1000))}
    </time>
  );
}

function writeExpiry({ expiresAt }: Key): string {
  return expiresAt ? writeDay(expiresAt) : 'Never';
}

function writeEnd({ revokedAt, expiresAt }: Key): string {
  if (revokedAt) return `Revoked ${writeDay(revokedAt)}`;
  return expiresAt ? `Expired ${writeDay(expiresAt)}` : '';
}
