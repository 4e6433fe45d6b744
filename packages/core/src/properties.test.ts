import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import type { Change } from './change.ts';
import { check, listSatisfying, type Question, UNLIMITED } from './check.ts';
import { createDelegation, type Delegation, grantOf, identify } from './delegation.ts';
import { apply, type DelegationSet, EMPTY_SET, listIncoming, listOutgoing, undo } from './delegation-set.ts';
import { type Kind, listKinds, REGISTRY_IDS } from './registries.ts';
import { FULL_RIGHTS, rightsFromText } from './rights.ts';

// A small world, so that grants meet: three wallets, two contracts, two tokens, three rights.
const wallet = fc.constantFrom('0a', '0b', '0c').map((end) => parseAddress(`0x${end.padStart(40, '0')}`));
const contract = fc.constantFrom('c1', 'c2').map((end) => parseAddress(`0x${end.padStart(40, '0')}`));
const tokenId = fc.constantFrom(0n, UNLIMITED);
const rights = fc.constantFrom(FULL_RIGHTS, rightsFromText('vote'), rightsFromText('claim'));
const amount = fc.oneof(fc.constantFrom(1n, UNLIMITED), fc.bigInt({ min: 1n, max: UNLIMITED }));
const shape = fc.oneof(
  ...REGISTRY_IDS.map((registry) =>
    fc.record({ registry: fc.constant(registry), kind: fc.constantFrom<Kind>(...listKinds(registry)) }),
  ),
);
const delegation: fc.Arbitrary<Delegation> = fc
  .tuple(shape, fc.record({ from: wallet, to: wallet, contract, tokenId, rights, amount }))
  .map(([{ registry, kind }, fields]) => createDelegation({ registry, kind, ...fields }));
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: delegation.map((d): Change => ({ type: 'grant', delegation: d })) },
  { weight: 2, arbitrary: delegation.map((d): Change => ({ type: 'revoke', grant: grantOf(d) })) },
  { weight: 1, arbitrary: wallet.map((from): Change => ({ type: 'revokeAll', from })) },
  {
    weight: 1,
    arbitrary: fc.tuple(wallet, wallet).map(([from, to]): Change => ({ type: 'revokePair', from, to })),
  },
);
const set: fc.Arbitrary<DelegationSet> = fc
  .array(change, { maxLength: 40 })
  .map((changes) => changes.reduce((before, next) => apply(before, next).set, EMPTY_SET));

const ask = (question: Question, of: DelegationSet) => check(question, (grant) => of.get(identify(grant)));
const sorted = (of: DelegationSet) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('apply and undo', () => {
  test('applying a change a second time changes nothing', () => {
    fc.assert(
      fc.property(set, change, (before, next) => {
        const once = apply(before, next);
        const twice = apply(once.set, next);
        expect(twice.effects).toEqual([]);
        expect(twice.set).toBe(once.set);
      }),
    );
  });

  test('undo after apply is identity', () => {
    fc.assert(
      fc.property(set, change, (before, next) => {
        const { set: after, effects } = apply(before, next);
        expect(sorted(undo(after, effects))).toEqual(sorted(before));
      }),
    );
  });

  test('a whole history is undone step by step', () => {
    fc.assert(
      fc.property(set, fc.array(change, { maxLength: 20 }), (before, changes) => {
        const undoes = [];
        let after = before;
        for (const next of changes) {
          const applied = apply(after, next);
          undoes.push(applied.effects);
          after = applied.set;
        }
        expect(sorted(undoes.reduceRight(undo, after))).toEqual(sorted(before));
      }),
    );
  });

  test('neither touches the set it was given', () => {
    fc.assert(
      fc.property(set, change, (before, next) => {
        const copy = new Map(before);
        const { set: after, effects } = apply(before, next);
        undo(after, effects);
        expect(before).toEqual(copy);
      }),
    );
  });

  test('what was granted stands, what was revoked does not', () => {
    fc.assert(
      fc.property(set, delegation, (before, d) => {
        const granted = apply(before, { type: 'grant', delegation: d }).set;
        expect(granted.get(identify(d))).toEqual(d);
        const revoked = apply(granted, { type: 'revoke', grant: grantOf(d) }).set;
        expect(revoked.has(identify(d))).toBe(false);
      }),
    );
  });

  test('revoking all ends every v1 grant of the wallet and nothing else', () => {
    fc.assert(
      fc.property(set, wallet, (before, from) => {
        const after = apply(before, { type: 'revokeAll', from }).set;
        const rest = [...before.values()].filter((d) => d.registry === 'v2' || d.from !== from);
        expect([...after.values()]).toEqual(rest);
      }),
    );
  });
});

describe('check', () => {
  test('a broader scope always satisfies a narrower check', () => {
    fc.assert(
      fc.property(set, delegation, fc.nat(), (before, d, pick) => {
        const question = grantOf(d);
        const broader = listSatisfying(question).filter(
          (grant) => grant.kind === 'all' || grant.kind === 'contract',
        );
        fc.pre(broader.length > 0);
        const grant = broader[pick % broader.length];
        if (!grant) throw new Error('no broader grant');
        const after = apply(before, { type: 'grant', delegation: grant }).set;
        expect(ask(question, after)).toBe('amount' in d ? UNLIMITED : true);
      }),
    );
  });

  test('an ERC-721 grant never satisfies an ERC-20 or ERC-1155 check, nor the other way round', () => {
    fc.assert(
      fc.property(set, delegation, delegation, (before, granted, asked) => {
        const apart = (d: Delegation, kinds: Kind[]) => kinds.includes(d.kind);
        fc.pre(
          (apart(granted, ['erc721']) && apart(asked, ['erc20', 'erc1155'])) ||
            (apart(granted, ['erc20', 'erc1155']) && apart(asked, ['erc721'])),
        );
        const question = grantOf(asked);
        const after = apply(before, { type: 'grant', delegation: granted }).set;
        expect(ask(question, after)).toBe(ask(question, before));
      }),
    );
  });

  test('a grant for one right never answers a check without rights', () => {
    fc.assert(
      fc.property(set, delegation, delegation, (before, granted, asked) => {
        fc.pre('rights' in granted && granted.rights !== FULL_RIGHTS);
        fc.pre('rights' in asked);
        const question = grantOf({ ...asked, rights: FULL_RIGHTS });
        const after = apply(before, { type: 'grant', delegation: granted }).set;
        expect(ask(question, after)).toBe(ask(question, before));
      }),
    );
  });

  test('a check looks at no more than six grants, each once', () => {
    fc.assert(
      fc.property(delegation, (d) => {
        const candidates = listSatisfying(grantOf(d)).map(identify);
        expect(new Set(candidates).size).toBe(candidates.length);
        expect(candidates.length).toBeLessThanOrEqual(d.registry === 'v1' ? 3 : 6);
      }),
    );
  });

  test('nobody but the two wallets of a grant gains from it', () => {
    fc.assert(
      fc.property(set, delegation, delegation, (before, granted, asked) => {
        fc.pre(granted.from !== asked.from || granted.to !== asked.to);
        const question = grantOf(asked);
        const after = apply(before, { type: 'grant', delegation: granted }).set;
        expect(ask(question, after)).toBe(ask(question, before));
      }),
    );
  });
});

test('every delegation is in exactly one outgoing and one incoming list', () => {
  fc.assert(
    fc.property(set, (of) => {
      const wallets = new Set([...of.values()].flatMap((d) => [d.from, d.to]));
      const listed = (list: typeof listIncoming) =>
        REGISTRY_IDS.flatMap((registry) => [...wallets].flatMap((w) => list(of, registry, w)));
      expect(listed(listOutgoing).map(identify).toSorted()).toEqual([...of.keys()].toSorted());
      expect(listed(listIncoming).map(identify).toSorted()).toEqual([...of.keys()].toSorted());
    }),
  );
});
