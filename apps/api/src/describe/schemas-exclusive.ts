/** The schemas of answers about exclusive delegates. */
import { type Json, ref } from '../operations/index.ts';
import { address, listOf, object, orNull } from './schema-parts.ts';

const EXCLUSIVE = {
  grant: {
    ...orNull(ref('schemas/CountedGrant')),
    description: 'Null if the vault or the owner acts itself',
  },
  block: ref('schemas/NamedBlock'),
  unknown: listOf(ref('schemas/Unknown'), 'What could not be read. Empty if everything was'),
};

export const EXCLUSIVE_SCHEMAS: Json = {
  ExclusiveWallet: object({
    wallet: { ...address, description: 'The wallet that acts for the vault' },
    ...EXCLUSIVE,
  }),
  ExclusiveOwner: object({
    wallet: {
      ...orNull(address),
      description: 'The wallet that acts for the owner. Null if there is no owner',
    },
    owner: {
      ...orNull(address),
      description: 'Null if nobody owns the token, or if `unknown` says why the owner is not known',
    },
    ...EXCLUSIVE,
  }),
  ExclusiveVaults: object({
    vaults: listOf(object({ address, grant: ref('schemas/CountedGrant') }), 'Sorted by address'),
    next: { ...orNull(address), description: 'The `cursor` of the next page. Null on the last page' },
    block: EXCLUSIVE.block,
    unknown: EXCLUSIVE.unknown,
  }),
};
