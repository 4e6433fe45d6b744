import type { ChainAnswer, PartlyResolved, Resolved } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import * as forms from '../client/forms.ts';
import { keeping } from '../client/kept-answers.ts';
import type { ResolveParameters } from '../client/parameters.ts';
import { createCodeError } from '../client/problem.ts';
import { writeQuery } from '../client/query.ts';
import { address, array, object, orNull } from '../client/read-json.ts';
import { readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertNone, findErrors } from '../client/validate.ts';
import { FULL_RIGHTS } from '../generated/kinds.ts';
import type { StandingGrant } from '../generated/registry.ts';
import { type ResolvedWallet, readResolvedWallet } from '../generated/resolve.ts';
import { type Address, isSame } from '../hex.ts';
import { chainsOf, isKnown, isUnknown } from './chains.ts';

const OPTIONAL = {
  to: forms.address,
  from: forms.address,
  contract: forms.address,
  tokenId: forms.tokenId,
  rights: forms.rights,
  chainIds: forms.chainIds,
  registries: forms.registries,
  consistency: forms.consistency,
  partial: forms.flag,
  limit: forms.limit,
  cursor: forms.address,
};

interface Page {
  readonly wallets: ResolvedWallet[];
  readonly chains: ChainAnswer[];
  readonly next: Address | null;
}

/**
 * Finds the vaults that delegate this scope to the hot wallet `to`, or the hot wallets that the cold wallet
 * `from` delegates it to. Searches all chains and both registries by default. Without `contract`, only
 * delegations of a whole wallet count. Throws when a chain cannot answer; with `partial: true`, such chains
 * are listed in `unknown` instead.
 *
 * @example
 * import { createClient, resolve } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { wallets } = await resolve(client, {
 *   to: '0x0000000000000000000000000000000000000407',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   tokenId: 7n,
 *   chainIds: [1],
 * });
 * console.log(wallets[0].address); // 0x00000000000000000000000000000000000c01D0
 */
export async function resolve<Partial extends boolean = false>(
  client: Client,
  parameters: ResolveParameters<Partial>,
): Promise<Partial extends true ? PartlyResolved : Resolved> {
  const { signal, partial = false, ...asked } = parameters;
  const { consistency } = asked;
  assertNone([...findErrors({ ...asked, partial }, {}, OPTIONAL), ...findContradictions(parameters)]);
  const reply = await keeping(client).send(`/resolve?${writeQuery(asked)}`, signal);
  const { wallets, chains, next } = readJson(
    reply,
    object<Page>({
      wallets: array(readResolvedWallet),
      chains: chainsOf(asked.chainIds, { consistency }),
      next: orNull(address),
    }),
  );
  const known = chains.filter(isKnown);
  const unknown = chains.filter(isUnknown);
  const [missing] = unknown;
  if (missing && !partial) {
    const { chainId, code } = missing;
    const detail = `Chain ${chainId} can't answer: ${missing.detail} \`partial: true\` takes what the others say.`;
    throw createCodeError({ code, detail, status: 503, requestId: reply.headers.get('x-request-id') });
  }
  for (const wallet of wallets) {
    const isRight = ({ chainId, broadest, narrowest }: ResolvedWallet['grants'][number]) =>
      known.some((chain) => chain.chainId === chainId) &&
      [broadest, narrowest].every((grant) => satisfies(grant, wallet.address, parameters));
    if (wallet.grants.length === 0 || !wallet.grants.every(isRight)) {
      throw unexpectedAnswer(reply, `with a grant of ${wallet.address} that was not requested`);
    }
  }
  return { wallets, chains: known, nextCursor: next, ...(partial && { unknown }) } as PartlyResolved;
}

function findContradictions({ to, from, contract, tokenId }: ResolveParameters) {
  const one = 'send "to" to find the vaults of a hot wallet, or "from" to find the hot wallets of a vault.';
  return [
    ...((to === undefined) === (from === undefined)
      ? [{ parameter: 'to', message: `or "from" is required, but not both: ${one}` }]
      : []),
    ...(tokenId !== undefined && contract === undefined
      ? [{ parameter: 'tokenId', message: 'needs "contract", too: a token id belongs to a contract.' }]
      : []),
  ];
}

/** Returns true if the grant is between the two wallets and covers the requested scope. */
function satisfies(grant: StandingGrant, wallet: Address, asked: ResolveParameters): boolean {
  const { to = wallet, from = wallet, contract, tokenId, rights = FULL_RIGHTS, registries } = asked;
  return (
    isSame(grant.to, to) &&
    isSame(grant.from, from) &&
    (grant.contract === null || isSame(grant.contract, contract ?? '')) &&
    (grant.type !== 'TOKEN' || (grant.tokenId !== null && grant.tokenId === tokenId)) &&
    [null, FULL_RIGHTS, rights.toLowerCase()].includes(grant.rights) &&
    (registries?.includes(grant.registry) ?? true)
  );
}
