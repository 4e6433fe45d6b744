/** The schemas of answers about names. */
import { STANDARDS } from '@mandate/core';
import { type Json, ref } from '../operations/index.ts';
import { address, boolean, integer, integerOrNull, listOf, object, orNull, string } from './schema-parts.ts';

const shown = (description: string) => ({
  type: ['string', 'null'],
  maxLength: 64,
  description: `${description}. Without control, bidi and invisible characters`,
});

export const NAME_SCHEMAS: Json = {
  Names: object({
    addresses: listOf(ref('schemas/NamedAddress'), 'One for each question, in the same order'),
    resolved: { ...orNull(ref('schemas/ResolvedName')), description: 'Null if no `name` was sent' },
  }),
  NamedAddress: object({
    chainId: integer,
    address,
    tokenId: { type: ['string', 'null'], description: 'In decimal digits. Null if none was sent' },
    known: {
      ...boolean,
      description: 'False if the nodes could not answer: then every field below is null',
    },
    isContract: {
      type: ['boolean', 'null'],
      description:
        'Whether the address has code on this chain. An account that delegates to code (EIP-7702) is no contract',
    },
    ensName: {
      ...shown('The primary name of ENS, which leads back to the address'),
      description:
        'The primary name of ENS, which leads back to the address. Null if there is none that may be shown on this chain',
    },
    contract: {
      ...orNull(ref('schemas/NamedContract')),
      description: 'Null if it is no contract, or says nothing about itself',
    },
    token: {
      ...orNull(ref('schemas/NamedToken')),
      description: 'Null if no token id was sent, or the contract has no such tokens',
    },
  }),
  NamedContract: object(
    {
      standard: { ...orNull({ type: 'string', enum: STANDARDS }), description: 'Null if it is not known' },
      name: shown('Its name'),
      symbol: shown('Its symbol'),
      decimals: { ...integerOrNull, description: 'Of ERC20 contracts' },
    },
    { description: 'A contract in its own words. Anyone can deploy one with any name' },
  ),
  NamedToken: object(
    {
      name: shown('Its name'),
      picture: {
        type: ['string', 'null'],
        maxLength: 49_152,
        description:
          'A `data:` URL for an `<img>`. Null if there is none, or its metadata are not on the chain',
      },
    },
    { description: 'A token in the words of its contract' },
  ),
  ResolvedName: object({
    name: { ...string, description: 'In its normal form' },
    known: { ...boolean, description: 'False if the nodes of Ethereum could not answer' },
    address: {
      ...orNull(address),
      description: 'Null if the name has no address, or needs a lookup outside the chain',
    },
  }),
};
