import { listSome } from '../keys/describe-rules.ts';
import type { KeyEvent } from '../session/developer-api.ts';
import { nameOperation } from '../usage/usage-series.ts';

const HOUR_MS = 3_600_000;

/** Describes the details of an event in short phrases. */
export function describeEvent(
  { event, endpoint, detail }: KeyEvent,
  nameChain: (chainId: number) => string,
): readonly string[] {
  if (event === 'rotated') return describeRotation(detail, endpoint ? 'secret' : 'key');
  const phrases = Object.keys(LABELS).map((field) => {
    const value = detail[field];
    return event === 'changed' && isChange(value)
      ? describeChange(field, value, nameChain)
      : describeValue(field, value, nameChain);
  });
  return phrases.filter((phrase) => phrase !== '');
}

const EVENTS: Readonly<Record<KeyEvent['event'], string>> = {
  created: 'Created',
  changed: 'Changed',
  rotated: 'Rotated',
  revoked: 'Revoked',
  paused: 'Paused',
  resumed: 'Resumed',
  removed: 'Removed',
};

export const nameEvent = (event: KeyEvent['event']) => EVENTS[event] ?? event;

interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

function isChange(value: unknown): value is FieldChange {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** The fields in the order in which they are described. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'name',
  kind: 'kind',
  origins: 'origins',
  operations: 'operations',
  chains: 'chains',
  ceiling: 'requests in 10 s',
  visitorCeiling: 'requests a visitor in 10 s',
  expiresAt: 'expires',
  url: 'URL',
  chainIds: 'chains',
  registries: 'registries',
  wallets: 'wallets',
  contracts: 'contracts',
  rights: 'rights',
  kinds: 'kinds',
  mark: 'mark',
  aliveMinutes: 'minutes between heartbeats',
};

function describeChange(field: string, { from, to }: FieldChange, nameChain: NameChain): string {
  const label = LABELS[field] ?? field;
  if (Array.isArray(from) && Array.isArray(to)) {
    const added = to.filter((one) => !from.includes(one));
    const removed = from.filter((one) => !to.includes(one));
    const parts = [
      ...(added.length > 0 ? [`added ${writeValue(field, added, nameChain)}`] : []),
      ...(removed.length > 0 ? [`removed ${writeValue(field, removed, nameChain)}`] : []),
    ];
    return `${label}: ${parts.join(', ')}`;
  }
  return `${label}: ${writeValue(field, from, nameChain)} → ${writeValue(field, to, nameChain)}`;
}

/** A value of a new key. Defaults say nothing. */
function describeValue(field: string, value: unknown, nameChain: NameChain): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (field === 'name') return '';
  if (field === 'kind') return String(value);
  return `${LABELS[field]}: ${writeValue(field, value, nameChain)}`;
}

type NameChain = (chainId: number) => string;

function writeValue(field: string, value: unknown, nameChain: NameChain): string {
  if (value === null || value === undefined)
    return field === 'expiresAt' ? 'never' : /eiling/.test(field) ? 'default' : 'all';
  if (field === 'operations' && Array.isArray(value)) return listSome(value.map(String).map(nameOperation));
  if (/^chain/.test(field) && Array.isArray(value)) return listSome(value.map(Number).map(nameChain));
  if (Array.isArray(value)) return listSome(value.map(String));
  if (typeof value === 'number') return value.toLocaleString('en');
  return field === 'name' ? `“${String(value)}”` : String(value);
}

function describeRotation(detail: KeyEvent['detail'], what: 'key' | 'secret'): readonly string[] {
  const { prefix, overlapMs } = detail as { prefix?: string; overlapMs?: number };
  const successor = prefix ? [`new key ${prefix}…`] : [];
  if (!overlapMs) return [...successor, `the old ${what} stopped at once`];
  const hours = Math.round(overlapMs / HOUR_MS);
  const span = hours > 24 && hours % 24 === 0 ? count(hours / 24, 'day') : count(hours, 'hour');
  return [...successor, `the old ${what} works for ${span} more`];
}

const count = (n: number, unit: string) => `${n} ${n === 1 ? unit : `${unit}s`}`;
