/** The forms of delegations. */
import { getKind, listKinds, REGISTRY_IDS } from '@mandate/core';
import { address, bytes32, fields, integer, oneOf, orNull, said, uint256 } from './form.ts';

const KINDS = listKinds('v2').map((kind) => getKind('v2', kind));
const TOKEN_TYPES = KINDS.flatMap(({ tokenType }) => tokenType ?? []);
const COUNTED = KINDS.flatMap(({ answer, tokenType }) => (answer === 'balance' && tokenType) || []);

export const registry = oneOf(REGISTRY_IDS, { type: 'Registry', isByHand: true });

const TYPE = oneOf(['NONE', 'ALL', 'CONTRACT', 'TOKEN'], {
  type: 'DelegationType',
  about: 'The scope of a delegation. `NONE` is reserved: lists contain only delegations that are in force',
});
const from = address('The cold wallet that issued the delegation');
const to = address('The hot wallet that may act');
const SCOPE = {
  contract: orNull(address(), '`null` if the delegation is not limited to a contract'),
  tokenId: orNull(uint256(), '`null` if the delegation is not limited to a token, and for ERC20'),
};
const rights = bytes32('Full rights are 32 zero bytes. Anything else limits the delegation to that purpose');
const tokenType = oneOf([...TOKEN_TYPES, null], {
  type: 'TokenType',
  isByHand: true,
  sentence: 'Null unless `type` is `TOKEN`',
});
const amount = orNull(
  uint256(),
  `Null unless \`tokenType\` is ${new Intl.ListFormat('en', { type: 'disjunction' }).format(COUNTED.map((name) => `\`${name}\``))}`,
);

export const DELEGATION_V1 = fields(
  { type: TYPE, delegate: to, vault: from, ...SCOPE },
  {
    component: 'DelegationV1',
    rule: 'assertDelegationV1',
    about: "A delegation of the v1 registry, with v1's field names",
  },
);
const OF_V2 = { type: TYPE, from, to, ...SCOPE, rights, tokenType, amount };
export const DELEGATION_V2 = fields(OF_V2, {
  component: 'DelegationV2',
  type: 'Delegation',
  rule: 'assertDelegation',
  about: 'A delegation of the v2 registry',
});
export const PLACED_DELEGATION_V2 = fields(
  { ...OF_V2, firstGrant: fields({ block: integer(), log: integer() }) },
  { component: 'PlacedDelegationV2', type: null, about: 'With `firstGrant=true`' },
);

export const EXACT_DELEGATION_V2 = fields(
  {
    ...OF_V2,
    type: oneOf(['NONE', 'ALL', 'CONTRACT', ...TOKEN_TYPES], {
      sentence: 'The standard of the token where a plain list has `TOKEN`',
    }),
    tokenType: said(tokenType, 'Null for `ALL` and `CONTRACT`'),
  },
  {
    component: 'ExactDelegationV2',
    type: 'ExactDelegation',
    rule: 'assertExactDelegation',
    about: 'A delegation of the v2 registry, with `types=exact`',
  },
);

/** A delegation of either registry. */
export const GRANT = fields(
  {
    registry,
    type: oneOf(['ALL', 'CONTRACT', 'TOKEN']),
    from,
    to,
    ...SCOPE,
    rights: orNull(
      rights,
      'Full rights are 32 zero bytes. Null for v1, where every delegation has full rights',
    ),
    tokenType: said(tokenType, 'Null for v1, and unless `type` is `TOKEN`'),
    amount,
  },
  {
    type: 'Grant',
    rule: 'assertGrant',
    about: 'A delegation of either registry, with the same field names for both',
  },
);

/** An end that its rights name. */
export const expiresAt = orNull(
  integer(),
  'The last second of rights of the form that expires, in seconds since 1970. `null` if they name none. The registry itself does not enforce it',
);
const GRANTED = {
  ...GRANT.fields,
  expiresAt,
  block: integer('The block in which it was granted'),
  transaction: bytes32('The transaction that granted it'),
  since: orNull(integer(), 'The time of that block, in seconds since 1970. `null` if unknown'),
};
export const STANDING_GRANT = fields(GRANTED, {
  component: 'StandingGrant',
  base: GRANT,
  about: 'A delegation in force, and the block it began in',
});
export const WALLET_DELEGATION = fields(
  { chainId: integer(), ...GRANTED },
  {
    component: 'WalletDelegation',
    base: STANDING_GRANT,
    about: 'A delegation in force, with the chain that it is on',
  },
);
