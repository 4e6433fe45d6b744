import type { Registry } from '@mandate/sdk';
import { expect, test } from 'vitest';
import type { GrantKind } from '../../words/grant-kinds.ts';
import { findCheck, type Question } from '../question/check-kinds.ts';
import { describeYes } from './describe-yes.ts';

const [HOT, COLD, CONTRACT] = ['0x01', '0x02', '0x03'] as const;

function ask(registry: Registry, kind: GrantKind, rest: Partial<Question> = {}): Question {
  return { check: findCheck(registry, kind), chainId: 7, to: HOT, from: COLD, ...rest };
}

const first = (question: Question) => describeYes(question, undefined).sentences[0];

test.each([
  ['v2', 'all', 'delegates its whole wallet with full rights to the hot wallet, in registry v2 on chain 7.'],
  ['v2', 'contract', 'delegates its whole wallet or this contract with full rights to'],
  ['v2', 'erc721', 'delegates its whole wallet, this contract or this token with full rights to'],
  ['v2', 'erc20', 'this contract or an amount of this currency with'],
  ['v2', 'erc1155', 'this contract or an amount of this token with'],
  ['v1', 'all', 'delegates its whole wallet to the hot wallet, in registry v1'],
  ['v1', 'token', 'delegates its whole wallet, this contract or this token to'],
] as const)('%s %s becomes a yes once the cold wallet %s', (registry, kind, words) => {
  expect(first(ask(registry, kind))).toContain(words);
});

test('a right is named, and the grant has every value of the question', () => {
  const rights = `0x${'766f7465'.padEnd(64, '0')}` as const;
  const question = ask('v2', 'erc721', {
    contract: CONTRACT,
    tokenId: 2n ** 255n,
    rights,
    rightsText: 'vote',
  });
  expect(first(question)).toContain('with full rights or with the right “vote” to the hot wallet');
  expect(describeYes(question, undefined).grant).toEqual({
    chain: 7,
    registry: 'v2',
    kind: 'erc721',
    from: COLD,
    to: HOT,
    contract: CONTRACT,
    token: (2n ** 255n).toString(),
    rights: 'vote',
  });
  const { rightsText: _, ...typed } = question;
  expect(describeYes(typed, undefined).grant?.rights).toBe(rights);
});

test('no grant changes the past, and a wallet needs none for itself', () => {
  expect(describeYes(ask('v2', 'all', { moment: { when: 'block', at: 1 } }), undefined)).toEqual({
    sentences: ['The past does not change. A delegation that is given now counts from its own block on.'],
    grant: null,
  });
  const itself = describeYes(ask('v2', 'all', { from: HOT }), undefined);
  expect(itself.grant).toBeNull();
  expect(itself.sentences[0]).toContain('needs no delegation to act for itself');
});

test('a question about a safe block says that a grant takes time', () => {
  const { sentences, grant } = describeYes(ask('v2', 'all', { moment: { when: 'strict' } }), undefined);
  expect(sentences.at(-1)).toContain('counts once its block is safe');
  expect(grant).not.toBeNull();
});
