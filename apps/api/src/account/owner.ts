/** Whose things a request is about, and which of them. */
import type { Address } from '@mandate/core';
import type { FastifyRequest } from 'fastify';

/** The wallet that is signed in; throws where none is. */
export type GetOwner = (request: FastifyRequest) => Promise<Address>;

const ID = /^[1-9]\d{0,14}$/;

/** Null: nothing has such an id. */
export function readId(text: string): number | null {
  return ID.test(text) ? Number(text) : null;
}
