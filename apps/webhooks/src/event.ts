/** The events that endpoints are sent, as Standard Webhooks has them: a type, a time, and data. */
import { FULL_RIGHTS, getKind } from '@mandate/core';
import { presentChange } from '@mandate/feed';
import type { AsideEvent, LoggedChange } from '@mandate/store';

/** An event as it is sent. Each attempt has the same. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly body: Buffer;
}

const SECOND_MS = 1_000;
const TYPES = {
  granted: 'delegation.granted',
  amountChanged: 'delegation.changed',
  revoked: 'delegation.revoked',
} as const;
export const ALIVE = 'endpoint.alive';
const UNDONE = 'delegation.undone';

export type ChangeEvents = ReturnType<typeof createChangeEvents>;

/** Writes each change once, however many endpoints it is sent to. `publicUrl` is that of the API, if it has one. */
export function createChangeEvents(publicUrl: string) {
  const written = new WeakMap<LoggedChange, WebhookEvent>();
  return (chainId: number, change: LoggedChange): WebhookEvent => {
    const known = written.get(change);
    if (known) return known;
    const data = {
      ...presentChange(chainId, change, 'number'),
      check: publicUrl && checkUrl(publicUrl, chainId, change),
    };
    const event = write(data.id, change.undone ? UNDONE : TYPES[change.type], timeOf(change), {
      ...data,
      check: data.check || null,
    });
    written.set(change, event);
    return event;
  };
}

/** PostgreSQL keeps the fields of JSON in an order of its own. Each attempt has the same text all the same. */
export const writeAside = ({ id, type, timestamp, data }: AsideEvent): WebhookEvent =>
  write(id, type, timestamp, sortFields(data));

const sortFields = (data: AsideEvent['data']): object =>
  JSON.parse(JSON.stringify(data), (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

function write(id: string, type: string, timestamp: string | null, data: object): WebhookEvent {
  return { id, type, body: Buffer.from(JSON.stringify({ type, timestamp, data })) };
}

/** The time of the block. `null`: a ledger that is older than its times does not have it. */
const timeOf = ({ timestamp }: LoggedChange) =>
  timestamp === null ? null : new Date(timestamp * SECOND_MS).toISOString();

/** Returns the URL of the check at the block of a change, with its proof. */
function checkUrl(publicUrl: string, chainId: number, { delegation, at }: LoggedChange): string {
  const { registry, kind, from, to } = delegation;
  const parties = getKind(registry, kind).checkParties;
  const query = new URLSearchParams({ [parties.to]: to, [parties.from]: from });
  if ('contract' in delegation) query.set('contract', delegation.contract);
  if ('tokenId' in delegation) query.set('tokenId', String(delegation.tokenId));
  if ('rights' in delegation && delegation.rights !== FULL_RIGHTS) query.set('rights', delegation.rights);
  query.set('chainId', String(chainId));
  query.set('atBlock', String(at.block));
  query.set('proof', 'true');
  return `${publicUrl}/registry/${registry}/check/${kind}?${query}`;
}
