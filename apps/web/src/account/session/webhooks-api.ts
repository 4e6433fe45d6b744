/** The client of `/developer/api/webhooks`. */
import type { GrantKind } from '../../words/grant-kinds.ts';
import { send } from './developer-api.ts';

export type WebhookState = 'new' | 'active' | 'paused' | 'off';
export type WebhookMark = 'latest' | 'safe' | 'finalized';

interface FailingEvent {
  readonly event: string;
  readonly failures: number;
  readonly nextTry: string | null;
  readonly error: string | null;
  readonly maySkip: boolean;
}

/** The fields that an owner chooses. Null stands for all. */
export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly chainIds: readonly number[] | null;
  readonly wallets: readonly string[] | null;
  readonly contracts: readonly string[] | null;
  readonly rights: readonly string[] | null;
  readonly kinds: readonly GrantKind[] | null;
  readonly mark: WebhookMark;
  /** 0: no heartbeats. */
  readonly aliveMinutes: number;
}

export interface Webhook extends WebhookFields {
  readonly id: string;
  readonly state: WebhookState;
  readonly reason: string | null;
  readonly createdAt: string;
  /** Until then, events are also signed with the secret before. */
  readonly oldSecretUntil: string | null;
  /** Chain 0 has what belongs to no chain. */
  readonly chains: readonly {
    readonly chainId: number;
    readonly behind: number | null;
    readonly failing: FailingEvent | null;
  }[];
}

/** The only answers that contain the secret. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

export interface OwnWebhooks {
  readonly endpoints: readonly Webhook[];
  readonly choices: {
    readonly chains: readonly { readonly chainId: number; readonly name: string }[];
    readonly max: number;
  };
}

interface Delivery {
  readonly at: string;
  readonly chainId: number;
  readonly event: string;
  readonly type: string;
  readonly attempt: number;
  /** `null` if there was no answer. */
  readonly status: number | null;
  /** `null` if it was delivered. */
  readonly error: string | null;
  readonly ms: number;
  readonly body: string;
}

export interface Deliveries {
  /** The newest first. */
  readonly deliveries: readonly Delivery[];
  /** Continues the list. `null` at its end. */
  readonly before: string | null;
}

export const listWebhooks = () => send<OwnWebhooks>('GET', '/webhooks');
export const createWebhook = (fields: WebhookFields) => send<NewWebhook>('POST', '/webhooks', fields);
export const changeWebhook = (id: string, fields: WebhookFields) =>
  send<Webhook>('PATCH', `/webhooks/${id}`, fields);
export const deleteWebhook = (id: string) => send<void>('DELETE', `/webhooks/${id}`);
export const pauseWebhook = (id: string) => send<Webhook>('POST', `/webhooks/${id}/pause`);
export const resumeWebhook = (id: string) => send<Webhook>('POST', `/webhooks/${id}/resume`);
export const testWebhook = (id: string) => send<{ event: string }>('POST', `/webhooks/${id}/test`);
export const rotateWebhook = (id: string) => send<NewWebhook>('POST', `/webhooks/${id}/rotate`);
export const skipEvent = (id: string, chainId: number, event: string) =>
  send<Webhook>('POST', `/webhooks/${id}/skip`, { chainId, event });
export const replayWebhook = (id: string, chainId: number, time: string) =>
  send<{ after: number }>('POST', `/webhooks/${id}/replay`, { chainId, time });
export const listDeliveries = (id: string, before: string | null) =>
  send<Deliveries>(
    'GET',
    `/webhooks/${id}/deliveries${before ? `?before=${encodeURIComponent(before)}` : ''}`,
  );
