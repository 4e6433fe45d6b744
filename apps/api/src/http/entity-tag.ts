/** Entity tags: a client that keeps an answer asks whether it still holds. */
import type { FastifyRequest } from 'fastify';

/** Makes a tag of what an answer depends on. It is weak: the same answer may come in other bytes, e.g. compressed. */
export const makeTag = (...parts: readonly string[]): string => `W/"${parts.join('.')}"`;

/** Tells whether the client says that it has the answer with this tag. */
export function hasTag({ headers }: FastifyRequest, tag: string | null): boolean {
  if (tag === null) return false;
  const known = headers['if-none-match'] ?? '';
  return known === '*' || known.split(',').some((each) => opaque(each.trim()) === opaque(tag));
}

const opaque = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag);
