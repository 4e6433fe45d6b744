/** Reads a change to a delegation. */
import type { ChainDoubt, Change, ReachedBlock } from '../answers-of-changes.ts';
import * as forms from '../client/forms.ts';
import type { OfChanges } from '../client/parameters.ts';
import {
  address,
  array,
  bytes32,
  flag,
  object,
  oneOf,
  orNull,
  type Read,
  text,
  whole,
} from '../client/read-json.ts';
import { grantWith, isSame } from '../grant.ts';
import { uint256OrNull } from '../scope.ts';

/** The parameters of `listChanges` and `watchChanges`. */
export const WATCHED: forms.Forms = {
  chainIds: forms.chainIds,
  wallet: forms.address,
  contract: forms.address,
  cursor: forms.cursor,
};

const readFields = grantWith<Change>({
  chainId: whole,
  change: oneOf(['granted', 'amountChanged', 'revoked']),
  undone: flag,
  amountBefore: uint256OrNull,
  block: whole,
  log: whole,
  transaction: bytes32,
  timestamp: orNull(whole),
});

/** Throws on a change that the filter excludes: a caller who trusts the filter would act on it. */
export function changeOf({ chainIds, wallet, contract }: OfChanges): Read<Change> {
  return (value) => {
    const change = readFields(value);
    const isAsked =
      (chainIds?.includes(change.chainId) ?? true) &&
      (wallet === undefined || isSame(change.from, wallet) || isSame(change.to, wallet)) &&
      (contract === undefined || change.contract === null || isSame(change.contract, contract));
    if (!isAsked) throw new TypeError('a change that was not requested');
    return change;
  };
}

export const doubt = object<ChainDoubt>({
  chainId: whole,
  known: flag,
  code: orNull(text),
  block: orNull(whole),
  vault: orNull(address),
});

/** Earlier versions of the service do not name them. */
export const reached: Read<readonly ReachedBlock[]> = (value) =>
  readReached((value as { readonly chains?: unknown } | null)?.chains ?? []);
const readReached = array(object<ReachedBlock>({ chainId: whole, block: whole }));

export const cursor: Read<string> = (value) => {
  const given = text(value);
  if (!/^[\w.-]+$/.test(given)) throw new TypeError(`"${given.slice(0, 60)}" is no cursor`);
  return given;
};
