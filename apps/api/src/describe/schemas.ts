/** The schemas of answers. */
import { KINDS, REGISTRY_IDS } from '@mandate/core';
import { PROBLEM_CODES } from '../http/problems.ts';
import { type Json, ref } from '../operations/index.ts';
import {
  address,
  amount,
  boolean,
  GRANT,
  HASH,
  integer,
  integerOrNull,
  listOf,
  object,
  orNull,
  rights,
  scope,
  string,
  TYPE,
  tokenType,
} from './schema-parts.ts';
import { EXCLUSIVE_SCHEMAS } from './schemas-exclusive.ts';
import { AUDIT_SCHEMAS } from './schemas-of-audit.ts';
import { NAME_SCHEMAS } from './schemas-of-names.ts';
import { PROOF_SCHEMAS } from './schemas-of-proofs.ts';
import { STATUS_SCHEMAS } from './schemas-of-status.ts';
import { TOKEN_SCHEMAS } from './schemas-of-tokens.ts';

/** Why something is not known. */
const REASON = { code: { type: 'string', enum: PROBLEM_CODES }, detail: string };
const UNKNOWN_ANSWER = object({ value: { type: 'null' }, ...REASON });
const CHAIN_GRANTS = object({
  chainId: integer,
  broadest: ref('schemas/StandingGrant'),
  narrowest: ref('schemas/StandingGrant'),
});
const expiresAt = {
  ...integerOrNull,
  description:
    'The time at which rights of the expiring form end, in seconds since 1970. Null: they name none',
};
const safeBlock = { ...integer, description: 'With `consistency=strict`: the safe block' };
const because = listOf(
  ref('schemas/StandingGrant'),
  'The delegations that satisfy the check, the broadest first. Empty if none does',
);
const explained = (value: Json) =>
  object(
    { value, because, block: ref('schemas/Block'), safeBlock },
    { description: 'With `explain=true`', optional: ['safeBlock'] },
  );

const proven = (value: Json) =>
  object(
    { value, block: ref('schemas/ProvenBlock'), proof: ref('schemas/Proof') },
    { description: 'With `proof=true`' },
  );

export const SCHEMAS: Json = {
  Uint256: {
    description: 'An exact whole number of up to 78 digits; a decimal string with `numbers=string`.',
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^\\d{1,78}$' },
    ],
  },
  DelegationV1: object({ type: TYPE, delegate: address, vault: address, ...scope }),
  DelegationV2: object({ type: TYPE, from: address, to: address, ...scope, rights, tokenType, amount }),
  PlacedDelegationV2: object(
    {
      ...{ type: TYPE, from: address, to: address, ...scope, rights, tokenType, amount },
      firstGrant: object({ block: integer, log: integer }),
    },
    { description: 'With `firstGrant=true`' },
  ),
  StandingGrant: object({
    ...GRANT,
    expiresAt,
    block: { ...integer, description: 'The block in which it was granted' },
    transaction: { ...HASH, description: 'The transaction that granted it' },
    since: {
      ...integerOrNull,
      description: 'The time of that block, in seconds since 1970. Null if unknown',
    },
  }),
  Block: object({
    number: integer,
    hash: { ...orNull(HASH), description: 'Null for a past block in which nothing happened' },
    timestamp: { ...integerOrNull, description: 'Seconds since 1970' },
  }),
  ExplainedBoolean: explained(boolean),
  ExplainedBalance: explained(ref('schemas/Uint256')),
  ProvenBoolean: proven(boolean),
  ProvenBalance: proven(ref('schemas/Uint256')),
  ...PROOF_SCHEMAS,
  ChainAnswer: {
    description: 'A chain: the block of the answer, or the reason why there is none',
    anyOf: [
      object(
        {
          chainId: integer,
          known: { const: true },
          registries: listOf(
            { type: 'string', enum: REGISTRY_IDS },
            'In `/resolve` and `/wallets`: the registries that were searched. A chain may have no v1',
          ),
          block: ref('schemas/Block'),
          safeBlock,
        },
        { optional: ['registries', 'safeBlock'] },
      ),
      object({ chainId: integer, known: { const: false }, ...REASON }),
    ],
  },
  Resolved: object({
    wallets: listOf(
      object({ address, grants: listOf(CHAIN_GRANTS, 'Its grants, one entry per chain') }),
      'Sorted by address',
    ),
    chains: listOf(ref('schemas/ChainAnswer')),
    next: { ...orNull(address), description: 'The `cursor` of the next page. Null on the last page' },
  }),
  WalletDelegation: object({
    chainId: integer,
    ...GRANT,
    expiresAt,
    block: { ...integer, description: 'The block in which it was granted' },
    transaction: { ...HASH, description: 'The transaction that granted it' },
    since: {
      ...integerOrNull,
      description: 'The time of that block, in seconds since 1970. Null if unknown',
    },
  }),
  WalletPage: object({
    address,
    delegations: listOf(ref('schemas/WalletDelegation'), 'Sorted by chain, then by registry'),
    chains: listOf(ref('schemas/ChainAnswer'), 'The chains of this page'),
    next: { type: ['string', 'null'], description: 'The `cursor` of the next page. Null on the last page' },
  }),
  ...EXCLUSIVE_SCHEMAS,
  ...AUDIT_SCHEMAS,
  Batch: {
    type: 'object',
    required: ['checks'],
    additionalProperties: false,
    properties: {
      checks: { type: 'array', minItems: 1, maxItems: 1_000, items: ref('schemas/BatchCheck') },
      blockTag: { type: 'string', enum: ['latest', 'safe', 'finalized'] },
      atBlock: { ...integer, description: 'Only if all checks are of one chain' },
      atTime: {
        type: ['integer', 'string'],
        description: 'Seconds since 1970, or ISO 8601 with a time zone',
      },
      minBlock: { ...integer, description: 'Only if all checks are of one chain' },
      consistency: { type: 'string', enum: ['latest', 'strict'] },
      numbers: { type: 'string', enum: ['number', 'string'] },
      proof: { ...boolean, description: 'Each answer comes with its proof. At most 20 checks' },
    },
  },
  BatchCheck: {
    type: 'object',
    description:
      'The parameters of the check of this registry and kind, under either of their names. `token` is of v1, the kinds after it of v2.',
    required: ['registry', 'kind'],
    properties: {
      registry: { type: 'string', enum: REGISTRY_IDS },
      kind: { type: 'string', enum: Object.keys(KINDS) },
      chainId: { ...integer, default: 1 },
      from: address,
      to: address,
      contract: address,
      tokenId: { type: ['string', 'integer'], description: 'A string, or a number below 2^53' },
      rights: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
    },
  },
  BatchAnswers: object({
    answers: listOf(
      {
        anyOf: [object({ value: { anyOf: [boolean, ref('schemas/Uint256')] } }), UNKNOWN_ANSWER],
      },
      'One for each check, in the same order',
    ),
    chains: listOf(ref('schemas/ChainAnswer'), 'The chains of the checks'),
  }),
  ProvenBatchAnswers: object(
    {
      answers: listOf(
        { anyOf: [ref('schemas/ProvenBoolean'), ref('schemas/ProvenBalance'), UNKNOWN_ANSWER] },
        'One for each check, in the same order',
      ),
      chains: listOf(ref('schemas/ChainAnswer'), 'The chains of the checks'),
    },
    { description: 'With `proof`' },
  ),
  Change: object({
    chainId: integer,
    change: { type: 'string', enum: ['granted', 'amountChanged', 'revoked'] },
    undone: { type: 'boolean', description: 'A reorg undid the change: revert it' },
    ...GRANT,
    amountBefore: { ...orNull(ref('schemas/Uint256')), description: 'The amount before an `amountChanged`' },
    block: integer,
    log: { ...integer, description: 'The position of its event in the block' },
    transaction: HASH,
    timestamp: {
      ...integerOrNull,
      description: 'The time of the block, in seconds since 1970. Null if unknown',
    },
  }),
  Changes: object({
    changes: listOf(ref('schemas/Change')),
    cursor: { type: 'string', description: 'Send it to continue' },
    more: { type: 'boolean', description: 'The next page is available now' },
    unknown: listOf(
      ref('schemas/ChainState'),
      'The chains and vaults that checks are answered 503 for now. What you built from their changes is not certain',
    ),
  }),
  ChainState: object({
    chainId: integer,
    known: { type: 'boolean', description: 'Checks are answered' },
    code: {
      type: ['string', 'null'],
      enum: [...PROBLEM_CODES, null],
      description: 'The code that checks are answered 503 with. Null if `known`',
    },
    block: { ...integerOrNull, description: 'The newest block that the service has read' },
    vault: { ...orNull(address), description: 'The vault that is under audit. Null: the whole chain' },
  }),
  Problem: object(
    {
      type: { type: 'string', format: 'uri-reference', description: 'The section of this code at /errors' },
      title: string,
      status: integer,
      detail: string,
      instance: { type: 'string', format: 'uri-reference' },
      code: { type: 'string', enum: PROBLEM_CODES },
      requestId: string,
      errors: listOf(object({ parameter: string, message: string }), 'For a 400: every wrong parameter'),
    },
    { optional: ['errors'] },
  ),
  ...STATUS_SCHEMAS,
  Networks: object({
    networks: listOf(
      object({
        chainId: integer,
        name: string,
        testnet: boolean,
        explorer: { type: ['string', 'null'] },
        registries: object({ v1: orNull(address), v2: orNull(address) }),
        proofs: { ...boolean, description: 'Checks of this chain take `proof=true`' },
        publicNode: {
          type: ['string', 'null'],
          description: 'A node that browsers may ask, e.g. for the hash of the block of a proof',
        },
      }),
    ),
  }),
  Health: object({ status: string }),
  ...TOKEN_SCHEMAS,
  ...NAME_SCHEMAS,
};
