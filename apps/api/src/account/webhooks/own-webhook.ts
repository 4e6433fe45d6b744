/** Finds the endpoint that a request names, if it is one of its owner. */
import type { Address } from '@mandate/core';
import type { OwnedEndpoint, WebhookStore } from '@mandate/store';
import { ProblemError } from '../../http/problems.ts';

/** The owner who asks, and the endpoint that the path names. */
export interface Asked<Given> {
  readonly owner: Address;
  readonly id: string;
  readonly given: Given;
}

export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Throws unless the owner has the endpoint. */
export async function getOwn(
  store: Pick<WebhookStore, 'get'>,
  { owner, id }: Pick<Asked<unknown>, 'owner' | 'id'>,
): Promise<OwnedEndpoint> {
  return found(id, ID.test(id) ? await store.get(owner, id) : null);
}

export function found(id: string, endpoint: OwnedEndpoint | null): OwnedEndpoint {
  if (endpoint) return endpoint;
  throw notFound(id);
}

export function notFound(id: string): ProblemError {
  return new ProblemError('not_found', `This wallet has no endpoint ${JSON.stringify(id.slice(0, 100))}.`);
}
