import { kindOf } from '@mandate/sdk';
/** Delegations from the point of view of one wallet. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { KIND_WORDS, writeRights } from '@mandate/sdk/words';
import { rowKeyOf } from '../../transactions/row-key.ts';
import type { GrantKind } from '../../words/grant-kinds.ts';
import type { Direction } from './explorer-search.ts';

export interface Row extends WalletDelegation {
  /** Stays the same when the list is read again. */
  readonly key: string;
  readonly direction: Direction;
  /** The other wallet. */
  readonly counterpart: string;
  readonly kind: GrantKind;
  readonly rightsText: string;
  /** A short form for narrow places. */
  readonly rightsShort: string;
  readonly isLimited: boolean;
  /** The wallet delegated to itself. */
  readonly isSelf: boolean;
  /** All searchable text, in lower case. */
  readonly text: string;
}

export type NameOfChain = (chainId: number) => string;

export function rowsOf(
  wallet: string,
  delegations: readonly WalletDelegation[],
  nameOfChain: NameOfChain,
): Row[] {
  const self = wallet.toLowerCase();
  return delegations.map((delegation) => rowOf(self, delegation, nameOfChain));
}

function rowOf(self: string, delegation: WalletDelegation, nameOfChain: NameOfChain): Row {
  const { chainId, registry, from, to, contract, tokenId, amount, rights } = delegation;
  const direction = from.toLowerCase() === self ? 'outgoing' : 'incoming';
  const counterpart = direction === 'outgoing' ? to : from;
  const kind = kindOf(delegation);
  const [rightsText, rightsShort] = writeRights(rights);
  const isSelf = from === to;
  const isLimited = rightsText !== 'Full rights';
  const words = [counterpart, contract, tokenId, amount, rightsText, KIND_WORDS[kind].long];
  if (isLimited) words.push(rights);
  words.push(nameOfChain(chainId), registry, delegation.transaction, isSelf ? 'itself' : null);
  return {
    ...delegation,
    key: rowKeyOf(delegation),
    direction,
    counterpart,
    kind,
    rightsText,
    rightsShort,
    isLimited,
    isSelf,
    text: words
      .filter((word) => word !== null)
      .join(' ')
      .toLowerCase(),
  };
}
