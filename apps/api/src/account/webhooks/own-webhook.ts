/** Finds the endpoint that a request names, if it is one of its owner. */
import type { Address } from '@mandate/core';
import type { OwnedEndpoint, WebhookStore } from '@mandate/store';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problems.ts';

export interface OfEndpoint {
  Params: { id: string };
}

/** Throws where nobody is signed in and no key was sent. */
export type GetWebhookOwner = (request: FastifyRequest) => Address | Promise<Address>;

export type FindOwn = ReturnType<typeof createFindOwn>;

export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function createFindOwn(store: Pick<WebhookStore, 'get'>, getOwner: GetWebhookOwner) {
  return async (
    request: FastifyRequest<OfEndpoint>,
  ): Promise<{ owner: Address; endpoint: OwnedEndpoint }> => {
    const { id } = request.params;
    const owner = await getOwner(request as FastifyRequest);
    const endpoint = ID.test(id) ? await store.get(owner, id) : null;
    if (!endpoint) throw notFound(id);
    return { owner, endpoint };
  };
}

export function notFound(id: string): ProblemError {
  return new ProblemError('not_found', `This wallet has no endpoint ${JSON.stringify(id.slice(0, 100))}.`);
}
