/** Writes events as the service posts them. Both are held to the types of `@mandate/sdk/webhooks`, and to `webhook-events.ts` of packages/testing. */
import { type Change, FULL_RIGHTS, findKind, kindOf } from '@mandate/sdk';
import type { WebhookEvent } from '@mandate/sdk/webhooks';

export interface Event {
  readonly id: string;
  readonly type: WebhookEvent['type'];
  readonly body: string;
}

const TYPES = {
  granted: 'delegation.granted',
  amountChanged: 'delegation.changed',
  revoked: 'delegation.revoked',
} as const satisfies Record<Change['change'], Event['type']>;

export function eventOfChange(change: Change, baseUrl: string): Event {
  const type = change.undone ? 'delegation.undone' : TYPES[change.change];
  const time = change.timestamp === null ? null : 1_000 * change.timestamp;
  const data = { ...change, check: writeCheckUrl(change, baseUrl) };
  return { id: change.id, type, body: writeBody(type, time, data) };
}

type Aside = 'delegation.reset' | 'chain.known' | 'chain.unknown' | 'endpoint.alive';

/** Writes an event that is no change. It is posted once, so its id is a new one. */
export function eventAside<Type extends Aside>(
  type: Type,
  data: (WebhookEvent & { type: Type })['data'],
  now: number,
): Event {
  return { id: crypto.randomUUID(), type, body: writeBody(type, now, data) };
}

/** Returns the URL of the check, with its proof, at the block of the change. */
function writeCheckUrl(change: Change, baseUrl: string): string {
  const { registry, to, from, contract, tokenId, rights, chainId, block } = change;
  const kind = kindOf(change);
  const names = findKind(registry, kind)?.checkParties ?? { to: 'to', from: 'from' };
  const query = new URLSearchParams({ [names.to]: to.toLowerCase(), [names.from]: from.toLowerCase() });
  if (contract !== null) query.set('contract', contract.toLowerCase());
  if (tokenId !== null) query.set('tokenId', String(tokenId));
  if (rights !== null && rights !== FULL_RIGHTS) query.set('rights', rights);
  query.set('chainId', String(chainId));
  query.set('atBlock', String(block));
  query.set('proof', 'true');
  return `${baseUrl}/registry/${registry}/check/${kind}?${query}`;
}

function writeBody(type: Event['type'], time: number | null, data: object): string {
  const timestamp = time === null ? null : new Date(time).toISOString();
  return writeExact({ type, timestamp, data });
}

/** Writes a bigint as a number with all its digits. */
function writeExact(value: object): string {
  const marked = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `bigint:${one}` : one));
  return marked.replaceAll(/"bigint:(\d+)"/g, '$1');
}
