/** The rule as pure functions, against the resolver's own walk through a list. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Address, parseAddress } from './address.ts';
import { createDelegation, type V2Delegation } from './delegation.ts';
import {
  decodeRights,
  type ExclusiveQuestion,
  findExclusive,
  GLOBAL_IDENTIFIER,
  parseRightsIdentifier,
} from './exclusive.ts';
import { getKind, type KindOf, listKinds } from './registries.ts';
import { FULL_RIGHTS, parseRights, rightsFromText, rightsWithExpiry } from './rights.ts';

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
const [VAULT, A, B, ZERO] = [address('aa'), address('0a'), address('0b'), address('0')];
const CONTRACT = address('c1');
const NOW = 1_700_000_000;
const EXACT = parseRightsIdentifier(`0x${'12'.repeat(24)}`);
const OTHER = parseRightsIdentifier(`0x${'34'.repeat(24)}`);
const forever = (identifier = EXACT) => rightsWithExpiry(identifier, 2 ** 40 - 1);

type Fields = Partial<Pick<V2Delegation, 'kind' | 'to' | 'rights'>> & {
  contract?: Address;
  tokenId?: bigint;
};
const delegate = ({ kind = 'all', to = A, rights = forever(), contract = CONTRACT, tokenId = 7n }: Fields) =>
  createDelegation({
    registry: 'v2',
    kind,
    from: VAULT,
    to,
    rights,
    contract,
    tokenId,
    amount: 1n,
  }) as V2Delegation;

/** A delegation in the resolver's terms. */
const readEntry = (delegation: V2Delegation) => {
  return { ...decodeRights(delegation.rights), type: getKind('v2', delegation.kind).contractType };
};

function matches(delegation: V2Delegation, { identifier, timestamp, token }: ExclusiveQuestion): boolean {
  const own = readEntry(delegation);
  if (timestamp > own.expiresAt || own.type > (token ? 3 : 1)) return false;
  if (own.identifier !== identifier && own.identifier !== GLOBAL_IDENTIFIER) return false;
  if ('contract' in delegation && delegation.contract !== token?.contract) return false;
  return !('tokenId' in delegation) || delegation.tokenId === token?.tokenId;
}

/** Walks a list from its last entry to its first and replaces the current one as the resolver does. */
function walk(list: readonly V2Delegation[], question: ExclusiveQuestion): Address {
  let current = { type: 0, identifier: GLOBAL_IDENTIFIER, to: ZERO };
  for (const delegation of list.toReversed().filter((each) => matches(each, question))) {
    const { type, identifier } = readEntry(delegation);
    const outranks =
      current.identifier === identifier ? type > current.type : current.identifier === GLOBAL_IDENTIFIER;
    if (!outranks) continue;
    if (type === (question.token ? 3 : 1) && identifier === question.identifier) return delegation.to;
    current = { type, identifier, to: delegation.to };
  }
  return current.to === ZERO ? VAULT : current.to;
}

/** The places of a list, some of them in one block. */
const placed = (list: readonly V2Delegation[]) =>
  list.map((delegation, i) => ({ delegation, first: { block: Math.floor(i / 3), log: i % 3 } }));
const ours = (list: readonly V2Delegation[], question: ExclusiveQuestion) =>
  findExclusive(placed(list), question)?.delegation.to ?? VAULT;

const identifiers = fc.constantFrom(EXACT, OTHER, GLOBAL_IDENTIFIER);
const delegations: fc.Arbitrary<V2Delegation> = fc
  .record({
    kind: fc.constantFrom<KindOf<'v2'>>(...listKinds('v2')),
    to: fc.constantFrom(A, B, VAULT, ZERO),
    contract: fc.constantFrom(CONTRACT, address('c2')),
    tokenId: fc.constantFrom(7n, 8n),
    rights: fc.oneof(
      fc
        .tuple(identifiers, fc.constantFrom('000000', 'ffffff'), fc.constantFrom(0, NOW - 1, NOW, NOW + 1))
        .map(([identifier, gap, expiry]) =>
          parseRights(`${identifier}${gap}${expiry.toString(16).padStart(10, '0')}`),
        ),
      fc.constantFrom(FULL_RIGHTS, rightsFromText('vote')),
    ),
  })
  .map(delegate);
const questions: fc.Arbitrary<ExclusiveQuestion> = fc.record({
  identifier: identifiers,
  timestamp: fc.constantFrom(NOW - 1, NOW, NOW + 1),
  token: fc.constantFrom(null, { contract: CONTRACT, tokenId: 7n }),
});

test('names the wallet that the walk ends with', () => {
  fc.assert(
    fc.property(fc.array(delegations, { maxLength: 12 }), questions, (list, question) => {
      expect(ours(list, question)).toBe(walk(list, question));
    }),
    { numRuns: 5_000 },
  );
});

describe('the rule', () => {
  const token = { contract: CONTRACT, tokenId: 7n };
  const ask = (more: Partial<ExclusiveQuestion> = {}) => ({
    identifier: EXACT,
    timestamp: NOW,
    token: null,
    ...more,
  });
  const global = forever(GLOBAL_IDENTIFIER);

  test.each<[string, readonly Fields[], Partial<ExclusiveQuestion>, Address]>([
    ['a vault without delegations acts for itself', [], {}, VAULT],
    ['full rights have no expiry and never count', [{ rights: FULL_RIGHTS }], {}, VAULT],
    ['text has no expiry and never counts', [{ rights: rightsFromText('vote') }], {}, VAULT],
    ['the expiry itself still counts', [{ rights: rightsWithExpiry(EXACT, NOW) }], {}, A],
    ['a second later it does not', [{ rights: rightsWithExpiry(EXACT, NOW - 1) }], {}, VAULT],
    ['of equals the later place wins', [{ to: A }, { to: B }], {}, B],
    ['an only candidate may be global', [{ rights: global }], {}, A],
    ['an exact one beats a later global one', [{ to: A }, { to: B, rights: global }], {}, A],
    [
      'an exact broad one beats a global narrow one',
      [{ to: A }, { to: B, kind: 'erc721', rights: global }],
      { token },
      A,
    ],
    ['the narrower scope beats a later place', [{ to: A, kind: 'erc721' }, { to: B }], { token }, A],
    ['a narrow one does not count for the wallet', [{ to: A }, { to: B, kind: 'contract' }], {}, A],
    [
      'asked for the global identifier, exact ones of another do not count',
      [{ to: A, rights: global }, { to: B }],
      { identifier: GLOBAL_IDENTIFIER },
      A,
    ],
    ['the zero address is returned where the walk stops at it', [{ to: ZERO }], {}, ZERO],
    ['and means nobody elsewhere', [{ to: ZERO, rights: global }], {}, VAULT],
    ['and where a narrower one might have followed', [{ to: ZERO }], { token }, VAULT],
  ])('%s', (_, list, more, expected) => {
    const delegations = list.map(delegate);
    expect(ours(delegations, ask(more))).toBe(expected);
    expect(walk(delegations, ask(more))).toBe(expected);
  });

  test('three bytes between identifier and expiry are ignored', () => {
    expect(decodeRights(parseRights(`${EXACT}abcdef80000000ff`))).toEqual({
      identifier: EXACT,
      expiresAt: 0x80_0000_00ff,
    });
  });

  test('refuses an identifier that is not 24 bytes', () => {
    expect(() => parseRightsIdentifier(FULL_RIGHTS)).toThrow('Write 0x followed by 48 hex digits');
  });
});
