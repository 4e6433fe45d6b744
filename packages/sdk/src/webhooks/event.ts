/** The events that the service posts, and their readers. */
import { address, array, flag, object, orNull, type Read, text, whole } from '../client/read-json.ts';
import { type ChainDoubt, type Change, readChainDoubt, readChange } from '../generated/changes.ts';
import type { Address } from '../hex.ts';

/** A change as the feed has it. */
export interface WebhookChange extends Change {
  /** The URL of the check, with its proof, at the block of the change. `null` if the service has no public URL. */
  readonly check: string | null;
}

interface Event<Type extends string, Data> {
  /** The same in each attempt: an event whose id you have stored is applied already. */
  readonly id: string;
  readonly type: Type;
  /** The time of the block or of the decision, as ISO 8601. The same in each attempt. `null` if unknown. */
  readonly timestamp: string | null;
  readonly data: Data;
}

/** A delegation was granted, got another amount or was revoked; `undone`: a reorg took that back, so revert it. */
export type ChangeEvent = Event<
  'delegation.granted' | 'delegation.changed' | 'delegation.revoked' | 'delegation.undone',
  WebhookChange
>;
/** The history of these vaults was repaired (`null`: of all): read their lists again. */
export type ResetEvent = Event<
  'delegation.reset',
  { readonly chainId: number; readonly vaults: Address[] | null }
>;
/** The delegations of a chain, or of one vault, are unknown; or they are known again. */
export type ChainEvent = Event<'chain.unknown' | 'chain.known', ChainDoubt>;
/** All changes of each known chain up to `block` were delivered. */
export type AliveEvent = Event<'endpoint.alive', { readonly chains: ReachedChain[] }>;
/** Answer with `challenge` as the body, so that the endpoint becomes active. */
export type ChallengeEvent = Event<'endpoint.challenge', { readonly challenge: string }>;
/** The owner asked for it. It changes nothing. */
export type TestEvent = Event<'endpoint.test', object>;

export interface ReachedChain {
  readonly chainId: number;
  readonly known: boolean;
  /** Everything up to this block was delivered. `null` if nothing is certain. */
  readonly block: number | null;
}

/** Ignore types that are not listed here: a newer service may send more. */
export type WebhookEvent = ChangeEvent | ResetEvent | ChainEvent | AliveEvent | ChallengeEvent | TestEvent;

const ofWebhook = object<Pick<WebhookChange, 'check'>>({ check: orNull(text) });
const change: Read<WebhookChange> = (value) => ({ ...readChange(value), ...ofWebhook(value) });
const anything: Read<object> = (value) => value as object;

const DATA: { readonly [Type in WebhookEvent['type']]: Read<(WebhookEvent & { type: Type })['data']> } = {
  'delegation.granted': change,
  'delegation.changed': change,
  'delegation.revoked': change,
  'delegation.undone': change,
  'delegation.reset': object({ chainId: whole, vaults: orNull(array(address)) }),
  'chain.unknown': readChainDoubt,
  'chain.known': readChainDoubt,
  'endpoint.alive': object({
    chains: array(object<ReachedChain>({ chainId: whole, known: flag, block: orNull(whole) })),
  }),
  'endpoint.challenge': object({ challenge: text }),
  'endpoint.test': anything,
};

/** Fields whose numbers may have more digits than a JavaScript number holds. */
const LONG_NUMBERS = /"(tokenId|amount|amountBefore)":\s*(\d+)/g;

/** Returns the event of a body. Throws if it is none. */
export function readEvent(id: string, body: string): WebhookEvent {
  const given = JSON.parse(body.replaceAll(LONG_NUMBERS, '"$1":"$2"'));
  const { type, timestamp, data } = object({ type: text, timestamp: orNull(text), data: anything })(given);
  const read: Read<object> = Object.hasOwn(DATA, type) ? DATA[type as keyof typeof DATA] : anything;
  return { id, type, timestamp, data: read(data) } as WebhookEvent;
}
