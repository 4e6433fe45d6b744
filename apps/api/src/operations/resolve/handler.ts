/** Resolve: who grants a hot wallet a scope, or whom a cold wallet grants it, on all chains in one answer. */

import { hash } from 'node:crypto';
import { compareBreadth } from '@mandate/core';
import type { Granting } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertChains } from '../../access/keys/key-rules.ts';
import { createSpeller, presentChain, presentGrantSince } from '../../answers/present.ts';
import { hasTag, makeTag } from '../../http/entity-tag.ts';
import { linkToNext } from '../../http/next-link.ts';
import type { Query } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import type { RESOLVED } from './answer.ts';
import { readResolving } from './operation.ts';
import { readPage } from './read-page.ts';

export function createResolveHandler({ readerFor, findGranting, chains }: Dependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readResolving(request.query as Query);
    assertChains(request, asked.chainIds ?? chains.list().map(({ chainId }) => chainId));
    const getReader = () => readerFor(request);
    const page = await readPage((wanted) => findGranting(getReader, wanted), chains, asked);
    if (page.next) reply.header('link', linkToNext(request, page.next));
    const spell = createSpeller();
    const present = ({ delegation, since: { block, tx, timestamp } }: Granting) => {
      return {
        ...presentGrantSince(delegation, block, asked.numbers, spell),
        transaction: tx,
        since: timestamp,
      };
    };
    const body = JSON.stringify({
      wallets: page.wallets.map(({ address, grants }) => {
        return { address: spell(address), grants: presentGrants(grants, present) };
      }),
      chains: page.chains.map(presentChain),
      next: page.next,
    } satisfies WireOf<typeof RESOLVED>);
    // The answer names the block of each chain, so nothing less than all of it can be the tag.
    const tag = makeTag(hash('sha256', body, 'base64url').slice(0, TAG_LENGTH));
    const headers = ['etag', tag];
    return hasTag(request, tag) ? reply.sendUnchanged(headers) : reply.sendJson(body, headers);
  };
}

/** 132 bits: nobody finds two answers with the same tag. */
const TAG_LENGTH = 22;

/** Chain by chain: the broadest grant and the narrowest, which may be the same one. */
function presentGrants<T>(grants: readonly Granting[], present: (granting: Granting) => T) {
  return [...Map.groupBy(grants, ({ chainId }) => chainId)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([chainId, own]) => {
      const ordered = own.toSorted(compareGrantings);
      const [broadest, narrowest] = [ordered[0], ordered.at(-1)];
      if (!broadest || !narrowest) return [];
      const shown = present(broadest);
      return [{ chainId, broadest: shown, narrowest: narrowest === broadest ? shown : present(narrowest) }];
    });
}

/** The broader first, and of equals the older. */
function compareGrantings(a: Granting, b: Granting): number {
  return (
    compareBreadth(a.delegation, b.delegation) || a.since.block - b.since.block || a.since.log - b.since.log
  );
}
