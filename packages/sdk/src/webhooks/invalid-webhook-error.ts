import { MandateError } from '../client/errors.ts';

export type WebhookCode = 'headers_missing' | 'too_old' | 'too_new' | 'wrong_signature' | 'unexpected_event';

/** The request is not an event that was signed with this secret just now. Answer it with status 400. */
export class InvalidWebhookError extends MandateError {
  override readonly name = 'InvalidWebhookError';
  declare readonly code: WebhookCode;

  constructor(code: WebhookCode, detail: string) {
    super({ code, detail });
  }
}
