/** Verifies and signs the events that the service posts to a URL. No dependency. */
export type {
  AliveEvent,
  ChainEvent,
  ChallengeEvent,
  ChangeEvent,
  ReachedChain,
  ResetEvent,
  TestEvent,
  WebhookChange,
  WebhookEvent,
} from './event.ts';
export { InvalidWebhookError, type WebhookCode } from './invalid-webhook-error.ts';
export { signWebhook } from './sign-webhook.ts';
export { type VerifyWebhookParameters, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
