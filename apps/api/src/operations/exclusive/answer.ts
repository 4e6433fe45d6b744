/** The one wallet that acts for a vault or a token. */
import { NAMED_BLOCK } from '../forms/blocks.ts';
import { address, fields, listOf, orNull, said } from '../forms/form.ts';
import { COUNTED_GRANT, unknownParts } from '../forms/tokens.ts';

const COMMON = { block: NAMED_BLOCK, unknown: unknownParts };
const grant = orNull(
  COUNTED_GRANT,
  'The delegation that decides. `null` if the vault or the owner acts itself',
);

export const WALLET_ANSWER = fields(
  {
    wallet: address('The wallet that acts for the vault: itself if it has no exclusive delegate'),
    grant,
    ...COMMON,
  },
  { component: 'ExclusiveWallet', about: 'The one wallet that acts for a vault' },
);

export const OWNER_ANSWER = fields(
  {
    wallet: orNull(
      address(),
      'The wallet that acts for the owner: itself if it has no exclusive delegate. `null` if there is no owner, or if `unknown` says why it is not known',
    ),
    owner: orNull(
      address(),
      'The owner on the chain. `null` if nobody owns the token, or if `unknown` says why the owner is not known',
    ),
    grant,
    ...COMMON,
  },
  { component: 'ExclusiveOwner', about: 'The one wallet that acts for a token' },
);

export const VAULTS_ANSWER = fields(
  {
    vaults: listOf(
      fields(
        { address: address(), grant: said(COUNTED_GRANT, 'The delegation that decides') },
        {
          type: 'ExclusiveVault',
          about: 'A vault and the delegation that makes the wallet its exclusive one',
        },
      ),
      'Sorted by address',
    ),
    next: orNull(address(), 'The `cursor` of the next page. Null on the last page'),
    ...COMMON,
  },
  { component: 'ExclusiveVaults', isByHand: true },
);
