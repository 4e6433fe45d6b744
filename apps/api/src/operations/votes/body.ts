/** The body of a question about votes. */
import { REGISTRY_IDS, STANDARDS } from '@mandate/core';
import { closed, tokenId } from '../forms/body.ts';
import { address, flag, listOf, oneOf, said, text } from '../forms/form.ts';
import { MAX_ADDRESSES, OPTIONS_OF_SNAPSHOT } from './read-question.ts';

const OF_SNAPSHOT = text('Read by Snapshot only', { type: ['string', 'integer'] });

const OPTIONS = closed(
  {
    contract: address('The contract whose tokens vote'),
    standard: oneOf(STANDARDS, { sentence: 'Of the contract' }),
    tokenId: said(tokenId, 'The token of an ERC1155 contract'),
    rights: text('A right, as bytes32. Its delegations come before those with full rights', {
      pattern: '^0x[0-9a-fA-F]{64}$',
    }),
    registries: oneOf([...REGISTRY_IDS, REGISTRY_IDS.join(',')]),
    override: flag('`true` with the strategy `api-v2-override`, which sends all that voted'),
    ...Object.fromEntries(OPTIONS_OF_SNAPSHOT.map((name) => [name, OF_SNAPSHOT])),
  },
  ['contract', 'standard'],
  'ScoreOptions',
  'The params of the strategy. They are public',
);

export const SCORE_BODY = closed(
  {
    options: OPTIONS,
    network: text('The id of the chain', { pattern: '^\\d{1,15}$' }),
    snapshot: text('A block number, or `latest`', { type: ['integer', 'string'] }),
    addresses: listOf(address(), undefined, { minItems: 1, maxItems: MAX_ADDRESSES }),
  },
  ['options', 'network', 'snapshot', 'addresses'],
  'ScoreQuestion',
);
