import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { check } from './check.ts';
import { createDelegation, type Delegation, type Grant, grantOf, identify } from './delegation.ts';
import { KINDS, type Kind, listKinds, REGISTRY_IDS, type Registry } from './registries.ts';
import { FULL_RIGHTS, rightsFromText } from './rights.ts';
import { compareBreadth, listSatisfyingScope, questionsOf, type Scope } from './scope.ts';

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
const [vote, claim] = [rightsFromText('vote'), rightsFromText('claim')];
const [wallet, contract] = [address('a1'), address('c1')];

const describeGrant = (grant: Grant) =>
  `${grant.registry} ${grant.kind}${'rights' in grant && grant.rights !== FULL_RIGHTS ? ' limited' : ''}`;
const hasTokenId = (kind: Kind) => KINDS[kind].scope.some((field) => field === 'tokenId');
const describeScope = (scope: Scope) =>
  REGISTRY_IDS.flatMap((registry) => listSatisfyingScope(registry, { to: wallet }, scope).map(describeGrant));

describe('what satisfies a scope', () => {
  test('the whole wallet: nothing narrower', () => {
    expect(describeScope({ rights: FULL_RIGHTS })).toEqual(['v1 all', 'v2 all']);
    expect(describeScope({ rights: vote })).toEqual(['v1 all', 'v2 all', 'v2 all limited']);
  });

  test('a contract: never an ERC-20 amount of it', () => {
    expect(describeScope({ rights: FULL_RIGHTS, contract })).toEqual([
      ...['v1 all', 'v1 contract', 'v2 all', 'v2 contract'],
    ]);
  });

  test('a token: of every standard, each broader grant once', () => {
    const others = listKinds('v2').slice(listKinds('v2').indexOf('erc1155') + 1);
    expect(describeScope({ rights: vote, contract, tokenId: 0n })).toEqual([
      ...['v1 all', 'v1 contract', 'v1 token', 'v2 all', 'v2 contract', 'v2 erc721'],
      ...['v2 all limited', 'v2 contract limited', 'v2 erc721 limited', 'v2 erc1155', 'v2 erc1155 limited'],
      ...others.filter(hasTokenId).flatMap((kind) => [`v2 ${kind}`, `v2 ${kind} limited`]),
    ]);
  });

  test('v2 marks absence with two addresses: they receive, and never grant', () => {
    for (const absent of [address('0'), address('1')]) {
      expect(listSatisfyingScope('v2', { from: absent }, { rights: FULL_RIGHTS })).toEqual([]);
      expect(listSatisfyingScope('v2', { to: absent }, { rights: FULL_RIGHTS })).toHaveLength(1);
      expect(listSatisfyingScope('v1', { from: absent }, { rights: FULL_RIGHTS })).toHaveLength(1);
    }
  });
});

// A small world, so that grants meet.
const party = fc.constantFrom('0', '1', '0a', '0b').map(address);
const aContract = fc.constantFrom('c1', 'c2').map(address);
const aToken = fc.constantFrom(0n, 7n);
const aRight = fc.constantFrom(FULL_RIGHTS, vote, claim);
const shape = fc.constantFrom(
  ...REGISTRY_IDS.flatMap((registry) =>
    listKinds(registry).map((kind): readonly [Registry, Kind] => [registry, kind]),
  ),
);
const delegation: fc.Arbitrary<Delegation> = fc
  .tuple(shape, fc.record({ from: party, to: party, contract: aContract, tokenId: aToken, rights: aRight }))
  .map(([[registry, kind], fields]) => createDelegation({ registry, kind, ...fields, amount: 1n }));
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.record({ rights: aRight }),
  fc.record({ rights: aRight, contract: aContract }),
  fc.record({ rights: aRight, contract: aContract, tokenId: aToken }),
);

test('a grant is listed for a scope exactly when a check of that scope, with it alone, says yes', () => {
  let found = 0;
  fc.assert(
    fc.property(delegation, scope, fc.boolean(), (d, asked, incoming) => {
      const find = (grant: Grant) => (identify(grant) === identify(d) ? d : undefined);
      const says = questionsOf(d.registry, d, asked).some((question) => {
        const answer = check(question, find);
        return answer === true || (typeof answer === 'bigint' && answer > 0n);
      });
      const known = incoming ? { to: d.to } : { from: d.from };
      const listed = listSatisfyingScope(d.registry, known, asked)
        .map((grant) => identify({ ...grant, from: d.from, to: d.to }))
        .includes(identify(grantOf(d)));
      // A list of incoming grants does not know who grants: that the two marks never do is for its reader to say.
      const isMark = d.registry === 'v2' && (d.from === address('0') || d.from === address('1'));
      if (!(incoming && isMark)) expect(listed).toBe(says);
      if (says) found++;
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(50);
});

test('broader first: by scope, then by rights', () => {
  const parties = { from: wallet, to: wallet };
  const make = (registry: Registry, kind: Kind, rights = FULL_RIGHTS) =>
    createDelegation({ registry, kind, ...parties, contract, tokenId: 0n, rights, amount: 1n });
  const order = [
    [make('v1', 'all'), make('v2', 'all')],
    [make('v2', 'all', vote), make('v2', 'all', claim)],
    [make('v1', 'contract'), make('v2', 'contract')],
    [make('v2', 'contract', vote)],
    [make('v1', 'token'), make('v2', 'erc721'), make('v2', 'erc1155')],
    [make('v2', 'erc721', vote), make('v2', 'erc1155', claim)],
  ];
  for (const [i, equals] of order.entries()) {
    for (const [j, others] of order.entries()) {
      for (const a of equals) {
        for (const b of others) expect(Math.sign(compareBreadth(a, b))).toBe(Math.sign(i - j));
      }
    }
  }
});
