import './key-table.css';
import { Fragment, type ReactNode } from 'react';
import { describeAge, useNow } from '../../ui/time/clock.ts';
import type { Key } from '../session/developer-api.ts';
import { writeDay, writeDayAndTime } from '../session/write-time.ts';

export type KeyAction = 'change' | 'rotate' | 'revoke';

interface KeyTableProps {
  readonly label: string;
  readonly keys: readonly Key[];
  readonly describe: (key: Key) => readonly string[];
  /** Missing for keys that have ended. */
  readonly onAction?: (action: KeyAction, key: Key) => void;
  /** More about a key, below its row. */
  readonly more?: (key: Key) => ReactNode;
}

const COLUMNS = 6;

export function KeyTable({ label, keys, describe, onAction, more }: KeyTableProps) {
  const last = onAction ? 'Expires' : 'Ended';
  return (
    <table className="key-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">{last}</th>
          {onAction && (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const below = more?.(key);
          return (
            <Fragment key={key.id}>
              <tr data-has-more={Boolean(below)}>
                <th scope="row">
                  <KeyTitle record={key} rules={describe(key)} />
                </th>
                <td className="mono" data-label="Key">
                  {key.prefix}…
                </td>
                <td data-label="Created">{writeDay(key.createdAt)}</td>
                <td data-label="Last used">
                  <LastUsed at={key.lastUsedAt} />
                </td>
                <td data-label={last}>{onAction ? writeExpiry(key) : writeEnd(key)}</td>
                {onAction && (
                  <td className="key-table__actions">
                    <Actions record={key} onAction={onAction} />
                  </td>
                )}
              </tr>
              {below && (
                <tr className="key-table__more">
                  <td colSpan={COLUMNS}>{below}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function KeyTitle({ record: { name, kind }, rules }: { record: Key; rules: readonly string[] }) {
  return (
    <>
      <span className="key-table__name">
        {name}{' '}
        <span className={kind === 'publishable' ? 'badge badge--accent' : 'badge'}>
          {kind === 'publishable' ? 'Publishable' : 'Secret'}
        </span>
      </span>
      {rules.length > 0 && <span className="key-table__rules">{sentence(rules.join('; '))}</span>}
    </>
  );
}

interface ActionsProps {
  readonly record: Key;
  readonly onAction: (action: KeyAction, key: Key) => void;
}

function Actions({ record, onAction }: ActionsProps) {
  const button = (action: KeyAction, text: string, className = '') => (
    <button
      type="button"
      className={`button button--quiet ${className}`}
      aria-label={`${text} ${record.name}`}
      onClick={() => onAction(action, record)}
    >
      {text}
    </button>
  );
  return (
    <>
      {/* A key with a successor only waits for its end. */}
      {!record.rotatedTo && button('change', 'Change')}
      {!record.rotatedTo && button('rotate', 'Rotate')}
      {button('revoke', 'Revoke', 'button--warning')}
    </>
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

function writeExpiry({ expiresAt, rotatedTo }: Key): ReactNode {
  if (!expiresAt) return 'Never';
  if (!rotatedTo) return writeDay(expiresAt);
  return <span className="badge badge--warn">Replaced; works until {writeDayAndTime(expiresAt)}</span>;
}

function writeEnd({ revokedAt, expiresAt, rotatedTo }: Key): string {
  if (rotatedTo) return `Replaced ${writeDay(revokedAt ?? expiresAt ?? '')}`;
  if (revokedAt) return `Revoked ${writeDay(revokedAt)}`;
  return expiresAt ? `Expired ${writeDay(expiresAt)}` : '';
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
