/** One view of a wallet: its delegations on all chains, in both registries and both directions. */

import { hash } from 'node:crypto';
import { checksum } from '@mandate/read-model/checksum';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertChains } from '../../access/keys/key-rules.ts';
import { createSpeller, presentChain, presentGrantSince } from '../../answers/present.ts';
import { createWalletPages, type WalletRow } from '../../answers/wallet-pages.ts';
import { hasTag, makeTag } from '../../http/entity-tag.ts';
import { linkToNext } from '../../http/next-link.ts';
import type { Query } from '../../request/read-parameters.ts';
import { createWalletCursors } from '../../request/wallet-cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentAccount } from '../forms/accounts.ts';
import type { WireOf } from '../forms/form.ts';
import type { WALLET_PAGE } from './answer.ts';
import { readWalletAsked, unitsOf } from './operation.ts';

export function createWalletHandler({
  readerFor,
  lists,
  chains,
  cursors: listCursors,
  countRest,
  findWalletAccounts,
  findAsker,
}: Dependencies) {
  const readPage = createWalletPages(lists, chains);
  const cursors = createWalletCursors(listCursors);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readWalletAsked(request.query as Query, request.params as Query);
    const { wallet, registries, direction, moment, cursor, numbers } = asked;
    const served = chains.list().map(({ chainId }) => chainId);
    const chainIds = asked.chainIds ?? served.toSorted((a, b) => a - b);
    assertChains(request, chainIds);
    await countRest?.(request, reply, unitsOf(asked, chainIds.length));
    const question = { wallet, asked: [asked.chainIds ?? 'all', registries, direction ?? 'both', moment] };
    const start = cursor === undefined ? null : await cursors.read(cursor, question);
    const page = await readPage(() => readerFor(request), { ...asked, chainIds, start });
    const accounts = asked.accounts
      ? await findWalletAccounts({ ...asked, chains: page.chains }, findAsker(request))
      : undefined;
    const next = page.next && (await cursors.write(question, page.next));
    if (next) reply.header('link', linkToNext(request, next));
    const spell = createSpeller();
    const present = ({ chainId, delegation, since: { block, tx, timestamp } }: WalletRow) => {
      const grant = presentGrantSince(delegation, block, numbers, spell);
      return { chainId, ...grant, transaction: tx, since: timestamp };
    };
    const body = JSON.stringify({
      address: checksum(wallet),
      delegations: page.rows.map(present),
      chains: page.chains.map(presentChain),
      next,
      accounts: accounts?.map(({ chainId, account }) => ({ chainId, account: presentAccount(account) })),
    } satisfies WireOf<typeof WALLET_PAGE>);
    // The answer names the block of each chain, so nothing less than all of it can be the tag.
    const tag = makeTag(hash('sha256', body, 'base64url').slice(0, TAG_LENGTH));
    const headers = ['etag', tag];
    return hasTag(request, tag) ? reply.sendUnchanged(headers) : reply.sendJson(body, headers);
  };
}

/** 132 bits: nobody finds two answers with the same tag. */
const TAG_LENGTH = 22;
