/** The schemas of answers about tokens: who holds them, and who may claim. */
import { REGISTRY_IDS, STANDARDS } from '@mandate/core';
import { UNKNOWN_REASONS } from '../answers/eligibility/unknown.ts';
import { type Json, ref } from '../operations/index.ts';
import {
  address,
  boolean,
  GRANT,
  HASH,
  integer,
  integerOrNull,
  listOf,
  object,
  orNull,
} from './schema-parts.ts';

const uint256 = ref('schemas/Uint256');
const textOrInteger = { type: ['string', 'integer'], description: 'A string, or a number below 2^53' };
const standard = {
  ...orNull({ type: 'string', enum: STANDARDS }),
  description: 'Null if it was not sent and no node could tell',
};

const WALLET_ANSWER = {
  eligible: {
    type: ['boolean', 'null'],
    description: 'Null if it is not known: never read it as "no". `unknown` says why',
  },
  balance: { ...uint256, description: 'The sum of what counts. A lower bound unless `complete`' },
  complete: { ...boolean, description: 'Everything could be read' },
};
const holders = listOf(
  ref('schemas/Holder'),
  'The wallet itself, unless `vault` was sent, and each vault once, the oldest grant first',
);
const unknown = listOf(ref('schemas/Unknown'), 'The parts that could not be read');
const block = ref('schemas/NamedBlock');

export const TOKEN_SCHEMAS: Json = {
  NamedBlock: object(
    {
      chainId: integer,
      number: integer,
      hash: { ...orNull(HASH), description: 'Null if no node could tell' },
      timestamp: { ...integerOrNull, description: 'Seconds since 1970' },
      safeNumber: { ...integerOrNull, description: 'With `consistency=strict`: the safe block' },
    },
    { description: 'The block of the answer' },
  ),
  CountedGrant: object({
    ...GRANT,
    expiresAt: {
      ...integerOrNull,
      description:
        'The end that its rights name, in seconds since 1970. The registry itself does not enforce it',
    },
    block: { ...integer, description: 'The block since which it stands' },
  }),
  Holder: object({
    address,
    balance: { ...uint256, description: 'The part of its tokens that counts' },
    tokenIds: {
      ...orNull(listOf(uint256)),
      description: 'The tokens that count one by one. Null if all of its tokens of the contract count',
    },
    grants: listOf(ref('schemas/CountedGrant'), 'The grants that let it count. None for the wallet itself'),
  }),
  Unknown: object({
    reason: { type: 'string', enum: UNKNOWN_REASONS },
    detail: { type: 'string', description: 'What to do next' },
    holder: { ...orNull(address), description: 'Whose tokens it is about. Null if of no single holder' },
  }),
  Eligibility: object({ ...WALLET_ANSWER, standard, holders, block, unknown }),
  EligibilityQuestion: {
    type: 'object',
    required: ['wallets', 'contract'],
    additionalProperties: false,
    properties: {
      wallets: { type: 'array', minItems: 1, maxItems: 100, items: address },
      contract: address,
      chainId: { ...integer, default: 1 },
      tokenId: textOrInteger,
      min: { ...textOrInteger, default: '1' },
      standard: { type: 'string', enum: STANDARDS },
      rights: { type: 'string', pattern: '^0x[0-9a-fA-F]{48}(?:[0-9a-fA-F]{16})?$' },
      exclusive: boolean,
      registries: { type: 'string', enum: [...REGISTRY_IDS, REGISTRY_IDS.join(',')] },
      blockTag: { type: 'string', enum: ['latest', 'safe', 'finalized'] },
      atBlock: integer,
      atTime: {
        type: ['integer', 'string'],
        description: 'Seconds since 1970, or ISO 8601 with a time zone',
      },
      minBlock: integer,
      consistency: { type: 'string', enum: ['latest', 'strict'] },
      numbers: { type: 'string', enum: ['number', 'string'] },
    },
  },
  EligibilityOfMany: object({
    answers: listOf(
      object({ wallet: address, ...WALLET_ANSWER, holders, unknown }),
      'One for each wallet, in the same order',
    ),
    standard,
    block,
  }),
};
