/** The wallets on the other side of the delegations. */
import { CHAIN_ANSWER } from '../forms/blocks.ts';
import { address, fields, integer, listOf, orNull } from '../forms/form.ts';
import { STANDING_GRANT } from '../forms/grants.ts';

const WALLET = fields(
  {
    address: address(),
    grants: listOf(
      fields({ chainId: integer(), broadest: STANDING_GRANT, narrowest: STANDING_GRANT }),
      'Its grants, one entry per chain. The broadest and the narrowest can be the same one',
    ),
  },
  { type: 'ResolvedWallet', about: 'A wallet on the other side of the delegations' },
);

export const RESOLVED = fields(
  {
    wallets: listOf(WALLET, 'Sorted by address'),
    chains: listOf(CHAIN_ANSWER),
    next: orNull(address(), 'The `cursor` of the next page. Null on the last page'),
  },
  { component: 'Resolved', isByHand: true },
);
