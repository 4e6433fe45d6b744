/** Reads a change to a delegation. */
import type { ReachedBlock } from '../block.ts';
import * as forms from '../client/forms.ts';
import type { OfChanges } from '../client/parameters.ts';
import { array, object, type Read, text, whole } from '../client/read-json.ts';
import { type Change, readChange } from '../generated/changes.ts';
import { isSame } from '../hex.ts';

/** The parameters of `listChanges` and `watchChanges`. */
export const WATCHED: forms.Forms = {
  chainIds: forms.chainIds,
  wallet: forms.address,
  contract: forms.address,
  cursor: forms.feedCursor,
};

/** Throws on a change that the filter excludes: a caller who trusts the filter would act on it. */
export function changeOf({ chainIds, wallet, contract }: OfChanges): Read<Change> {
  return (value) => {
    const change = readChange(value);
    const isAsked =
      (chainIds?.includes(change.chainId) ?? true) &&
      (wallet === undefined || isSame(change.from, wallet) || isSame(change.to, wallet)) &&
      (contract === undefined || change.contract === null || isSame(change.contract, contract));
    if (!isAsked) throw new TypeError('a change that was not requested');
    return change;
  };
}

/** Earlier versions of the service do not name them. */
export const reached: Read<readonly ReachedBlock[]> = (value) =>
  readReached((value as { readonly chains?: unknown } | null)?.chains ?? []);
const readReached = array(object<ReachedBlock>({ chainId: whole, block: whole }));

export const cursor: Read<string> = (value) => {
  const given = text(value);
  if (!/^[\w.-]+$/.test(given)) throw new TypeError(`"${given.slice(0, 60)}" is no cursor`);
  return given;
};
