/** Resolve: who grants a hot wallet a scope, or whom a cold wallet grants it, on all chains in one answer. */
import { compareBreadth } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import type { Granting } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentChain, presentGrant } from '../../answers/present.ts';
import type { Query } from '../../request/parameter.ts';
import type { Numbers } from '../../request/parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import { RESOLVE, readResolving } from './operation.ts';
import { readPage } from './read-page.ts';

export function createResolveHandler({ readerFor, chains }: Dependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readResolving(request.query as Query);
    const page = await readPage(readerFor(request), chains, asked);
    if (page.next) {
      const query = new URLSearchParams(request.query as Record<string, string>);
      query.set('cursor', page.next);
      reply.header('link', `<${RESOLVE.path}?${query}>; rel="next"`);
    }
    return {
      wallets: page.wallets.map(({ address, grants }) => {
        return { address: checksum(address), grants: presentGrants(grants, asked.numbers) };
      }),
      chains: page.chains.map(presentChain),
      next: page.next,
    };
  };
}

/** Chain by chain: the broadest grant and the narrowest, which may be the same one. */
function presentGrants(grants: readonly Granting[], numbers: Numbers | undefined) {
  const present = ({ delegation, since: { block, tx, timestamp } }: Granting) => {
    return { ...presentGrant(delegation, numbers), block, transaction: tx, since: timestamp };
  };
  return [...Map.groupBy(grants, ({ chainId }) => chainId)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([chainId, own]) => {
      const ordered = own.toSorted(compareGrantings);
      const [broadest, narrowest] = [ordered[0], ordered.at(-1)];
      if (!broadest || !narrowest) return [];
      return [{ chainId, broadest: present(broadest), narrowest: present(narrowest) }];
    });
}

/** The broader first, and of equals the older. */
function compareGrantings(a: Granting, b: Granting): number {
  return (
    compareBreadth(a.delegation, b.delegation) || a.since.block - b.since.block || a.since.log - b.since.log
  );
}
