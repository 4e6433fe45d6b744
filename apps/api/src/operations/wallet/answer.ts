/** All delegations of a wallet. */
import { ACCOUNT_OR_NULL } from '../forms/accounts.ts';
import { CHAIN_ANSWER } from '../forms/blocks.ts';
import { address, fields, integer, listOf, orNull, text } from '../forms/form.ts';
import { WALLET_DELEGATION } from '../forms/grants.ts';

const WALLET_ACCOUNT = fields(
  { chainId: integer(), account: ACCOUNT_OR_NULL },
  { component: 'WalletAccount', about: 'What the wallet is on a chain' },
);

export const WALLET_PAGE = fields(
  {
    address: address('The wallet as EIP-55 spells it'),
    delegations: listOf(WALLET_DELEGATION, 'Sorted by chain, then by registry'),
    chains: listOf(CHAIN_ANSWER, 'The chains of this page'),
    next: orNull(text(), 'The `cursor` of the next page. Null on the last page'),
    accounts: listOf(
      WALLET_ACCOUNT,
      'With `accounts=true`: what the wallet is, one for each of `chains`, in the same order',
    ),
  },
  { component: 'WalletPage', isByHand: true, optional: ['accounts'] },
);
