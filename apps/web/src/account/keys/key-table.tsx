import { Fragment, type ReactNode } from 'react';
import { TableHead } from '../../ui/table/table-head.tsx';
import { describeAge, useNow } from '../../ui/time/clock.ts';
import type { Key } from '../session/developer-api.ts';
import { writeDay, writeDayAndTime } from '../session/write-time.ts';
import { findUse } from './rules-draft.ts';

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
    <table className="table table--labelled" aria-label={label}>
      <TableHead columns={['Name', 'Key', 'Created', 'Last used', last]} actions={onAction && 'Change'} />
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
                  <td>
                    <Actions record={key} onAction={onAction} />
                  </td>
                )}
              </tr>
              {below && (
                <tr>
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

const TITLES = { secret: 'Secret', publishable: 'Publishable', votes: 'Votes' } as const;

function KeyTitle({ record, rules }: { record: Key; rules: readonly string[] }) {
  const { name, kind } = record;
  return (
    <>
      <span className="row">
        {name}{' '}
        <span className="badge" data-tone={kind === 'publishable' ? 'good' : undefined}>
          {TITLES[findUse(record)]}
        </span>
      </span>
      {rules.length > 0 && <p className="hint">{sentence(rules.join('; '))}</p>}
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
    <span className="row row--end">
      {/* A key with a successor only waits for its end. */}
      {!record.rotatedTo && button('change', 'Change')}
      {!record.rotatedTo && button('rotate', 'Rotate')}
      {button('revoke', 'Revoke', 'button--warning')}
    </span>
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
  return (
    <span className="badge" data-tone="warn">
      Replaced; works until {writeDayAndTime(expiresAt)}
    </span>
  );
}

function writeEnd({ revokedAt, expiresAt, rotatedTo }: Key): string {
  if (rotatedTo) return `Replaced ${writeDay(revokedAt ?? expiresAt ?? '')}`;
  if (revokedAt) return `Revoked ${writeDay(revokedAt)}`;
  return expiresAt ? `Expired ${writeDay(expiresAt)}` : '';
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
