/** All delegations of a wallet. */
import { CHAIN_ANSWER } from '../forms/blocks.ts';
import { address, fields, listOf, orNull, text } from '../forms/form.ts';
import { WALLET_DELEGATION } from '../forms/grants.ts';

export const WALLET_PAGE = fields(
  {
    address: address('The wallet as EIP-55 spells it'),
    delegations: listOf(WALLET_DELEGATION, 'Sorted by chain, then by registry'),
    chains: listOf(CHAIN_ANSWER, 'The chains of this page'),
    next: orNull(text(), 'The `cursor` of the next page. Null on the last page'),
  },
  { component: 'WalletPage', isByHand: true },
);
