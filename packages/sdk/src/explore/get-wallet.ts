import type { WalletPage } from '../answers.ts';
import { isUnknown, readChain } from '../check/chains.ts';
import type { Client } from '../client/create-client.ts';
import * as forms from '../client/forms.ts';
import { keeping } from '../client/kept-answers.ts';
import type { Options, When } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { address, array, object, orNull, text } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { readWalletAccount, readWalletDelegation, type WalletDelegation } from '../generated/wallets.ts';
import { type Address, isSame } from '../hex.ts';
import type { Registry } from '../registries.ts';

export interface GetWalletParameters extends Options, Pick<When, 'atTime' | 'consistency'> {
  readonly wallet: Address;
  /** The chains to search. Default: all that the service has. */
  readonly chainIds?: readonly number[] | undefined;
  /** The registries to search. Default: both. */
  readonly registries?: readonly Registry[] | undefined;
  /** Only delegations that the wallet granted (`from`), or only those that it was granted (`to`). Default: both. */
  readonly direction?: 'from' | 'to' | undefined;
  /** Reads what the wallet is on each chain of the page: a plain account, a contract, a Safe, or an account that runs code. */
  readonly accounts?: boolean | undefined;
  /** Delegations per page, at most 1000. Default: 250. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. Send the other parameters as before. */
  readonly cursor?: string | undefined;
}

const OPTIONAL: forms.Forms = {
  chainIds: forms.chainIds,
  registries: forms.registries,
  direction: [(value) => value === 'from' || value === 'to', 'must be from or to. Leave it out for both.'],
  atTime: forms.time,
  consistency: forms.consistency,
  accounts: forms.flag,
  limit: forms.limit,
  cursor: forms.cursor,
};

/**
 * Reads a page of the delegations from a wallet and to it, on all chains and in both registries. Pass `nextCursor` as `cursor`
 * until it is null. **A chain with `known: false` could not answer**: its delegations are unknown, not absent. Anyone can
 * delegate to a wallet without its consent: look at `from`.
 *
 * @example
 * import { createClient } from '@mandate/sdk';
 * import { getWallet } from '@mandate/sdk/explore';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const wallet = '0x00000000000000000000000000000000000c01d0';
 * const { delegations } = await getWallet(client, { wallet, chainIds: [1], direction: 'from' });
 * console.log(delegations[0].chainId, delegations[0].type); // 1 ALL
 */
export async function getWallet(client: Client, parameters: GetWalletParameters): Promise<WalletPage> {
  const { signal, ...asked } = parameters;
  assertParameters(asked, { wallet: forms.address }, OPTIONAL);
  const { wallet, ...sent } = asked;
  const reply = await keeping(client).send(`/wallets/${wallet}?${writeQuery(sent)}`, signal);
  const { atTime, consistency, accounts } = asked;
  const readPage = object<Omit<WalletPage, 'nextCursor'> & { readonly next: string | null }>({
    address,
    delegations: array(readWalletDelegation),
    chains: array(readChain({ atTime, consistency })),
    next: orNull(text),
    accounts: accounts ? array(readWalletAccount) : () => null,
  });
  return readJson(reply, (value) => {
    const { next, ...page } = readPage(value);
    assertAsked(page, asked);
    return { ...page, nextCursor: next };
  });
}

/** Throws if the page has anything that was not asked for, or a delegation of a chain without a block. */
function assertAsked(page: Omit<WalletPage, 'nextCursor'>, asked: GetWalletParameters): void {
  const { wallet, chainIds, registries, direction } = asked;
  const ids = page.chains.map(({ chainId }) => chainId);
  const isOther = (chainId: number) => chainIds !== undefined && !chainIds.includes(chainId);
  if (new Set(ids).size !== ids.length || ids.some(isOther)) {
    throw new TypeError(`chains ${ids.join(', ')}, which were not requested`);
  }
  if (page.accounts && page.accounts.map(({ chainId }) => chainId).join() !== ids.join())
    throw new TypeError(`accounts of other chains than ${ids.join(', ')}`);
  const unknown = new Set(page.chains.filter(isUnknown).map(({ chainId }) => chainId));
  const isRight = ({ chainId, registry, from, to }: WalletDelegation) =>
    ids.includes(chainId) &&
    !unknown.has(chainId) &&
    (registries?.includes(registry) ?? true) &&
    ((direction !== 'to' && isSame(from, wallet)) || (direction !== 'from' && isSame(to, wallet)));
  if (!isSame(page.address, wallet) || !page.delegations.every(isRight)) {
    throw new TypeError(`a delegation that is not of ${wallet}, or was not requested`);
  }
}
