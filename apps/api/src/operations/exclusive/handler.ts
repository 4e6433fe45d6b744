/** Exclusive delegates: one wallet for a vault or a token, and the vaults of a wallet. */

import { decodeRights, GLOBAL_IDENTIFIER, type RightsIdentifier } from '@mandate/core';
import { presentGrant } from '@mandate/feed';
import { checksum } from '@mandate/read-model/checksum';
import type { Block, ExclusiveRow } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import { createExclusive, type ExclusiveRequest } from '../../answers/exclusive.ts';
import { presentBlock } from '../../answers/present.ts';
import { linkToNext } from '../../http/next-link.ts';
import type { ServedChain } from '../../request/chains.ts';
import { announce } from '../../request/freshness.ts';
import { DEFAULT_ROWS, type Numbers, type When } from '../../request/parameters.ts';
import type { Query } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import type { OWNER_ANSWER, VAULTS_ANSWER, WALLET_ANSWER } from './answer.ts';
import { createReadExclusive, EXCLUSIVE_OWNER, EXCLUSIVE_VAULTS, EXCLUSIVE_WALLET } from './operation.ts';

const readWallet = createReadExclusive(EXCLUSIVE_WALLET.parameters);
const readOwner = createReadExclusive(EXCLUSIVE_OWNER.parameters);
const readVaults = createReadExclusive(EXCLUSIVE_VAULTS.parameters);

type CommonValues = Omit<When, 'consistency'> & {
  readonly chainId?: number | undefined;
  readonly rights?: RightsIdentifier | undefined;
};

export function createExclusiveHandlers({ readerFor, findAsker, chains, pin, chainReader }: Dependencies) {
  const exclusive = createExclusive({ pin, chainReader });

  function askedOf(request: FastifyRequest, values: CommonValues): ExclusiveRequest {
    const { blockTag, atBlock, atTime, minBlock, rights = GLOBAL_IDENTIFIER } = values;
    const chain = chains.get(values.chainId, 'v2');
    askAbout(request, [chain.chainId]);
    const when = { blockTag, atBlock, atTime, minBlock };
    return { chain, when, identifier: rights, asker: findAsker(request) };
  }

  async function wallet(request: FastifyRequest, reply: FastifyReply) {
    const { vault, numbers, ...values } = readWallet(request.query as Query, {});
    const asked = askedOf(request, values);
    const answer = await exclusive.findWallet(readerFor(request), asked, vault);
    return send(reply, asked.chain, answer, {
      wallet: checksum(answer.wallet),
      grant: answer.row && presentRow(answer.row, numbers),
      block: presentBlock(asked.chain.chainId, answer.block),
      unknown: [],
    } satisfies WireOf<typeof WALLET_ANSWER>);
  }

  async function owner(request: FastifyRequest, reply: FastifyReply) {
    const { contract, tokenId, numbers, ...values } = readOwner(request.query as Query, {});
    const asked = askedOf(request, values);
    const answer = await exclusive.findOwner(readerFor(request), asked, { contract, tokenId });
    const { named, unread } = answer;
    return send(reply, asked.chain, answer, {
      wallet: named && checksum(named.wallet),
      owner: answer.owner && checksum(answer.owner),
      grant: named?.row ? presentRow(named.row, numbers) : null,
      block: presentBlock(asked.chain.chainId, answer.block),
      unknown: unread ? [{ ...unread, holder: null }] : [],
    } satisfies WireOf<typeof OWNER_ANSWER>);
  }

  async function vaults(request: FastifyRequest, reply: FastifyReply) {
    const {
      wallet,
      limit = DEFAULT_ROWS,
      cursor,
      numbers,
      ...values
    } = readVaults(request.query as Query, {});
    const asked = askedOf(request, values);
    const page = { wallet, limit, after: cursor };
    const answer = await exclusive.findVaults(readerFor(request), asked, page);
    if (answer.next) reply.header('link', linkToNext(request, answer.next));
    return send(reply, asked.chain, answer, {
      vaults: answer.vaults.map(({ address, row }) => {
        return { address: checksum(address), grant: presentRow(row, numbers) };
      }),
      next: answer.next,
      block: presentBlock(asked.chain.chainId, answer.block),
      unknown: [],
    } satisfies WireOf<typeof VAULTS_ANSWER>);
  }

  return { wallet, owner, vaults };
}

/** Shows the expiry that the resolver reads, whatever form the rights have. */
function presentRow({ delegation, block }: ExclusiveRow, numbers: Numbers | undefined) {
  const { expiresAt } = decodeRights(delegation.rights);
  return { ...presentGrant(delegation, numbers), expiresAt, block };
}

function send(
  reply: FastifyReply,
  chain: ServedChain,
  { block, isFinal }: { readonly block: Block; readonly isFinal: boolean },
  body: object,
): string {
  reply.header('content-type', 'application/json; charset=utf-8');
  announce(reply, chain, { block, safeBlock: null, isFinal });
  return JSON.stringify(body);
}
