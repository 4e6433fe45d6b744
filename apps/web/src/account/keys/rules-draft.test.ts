import { expect, test } from 'vitest';
import { EMPTY_RULES, type RulesDraft, readDraft } from './rules-draft.ts';

const LIMITS = { visitor: 200, page: 2_000, min: 25, max: 10_000 };
const PAGE = 'https://app.example.com';
const read = (kind: 'secret' | 'publishable', draft: Partial<RulesDraft>) =>
  readDraft(kind, { ...EMPTY_RULES, ...draft }, LIMITS);

test('an origin that is typed but not added counts', () => {
  const { rules } = read('publishable', { origins: [PAGE], typed: ' http://localhost:5173 ' });
  expect(rules?.origins).toEqual([PAGE, 'http://localhost:5173']);
  expect(read('publishable', { typed: PAGE }).rules?.origins).toEqual([PAGE]);
});

test('a secret key has neither origins nor a limit for visitors', () => {
  const { rules } = read('secret', {
    origins: [PAGE],
    typed: 'nonsense',
    visitorCeiling: '50',
    ceiling: '70',
  });
  expect(rules).toEqual({ origins: [], operations: null, chains: null, ceiling: 70, visitorCeiling: null });
});

test('a votes key has no origins, and a limit for visitors', () => {
  const { rules } = readDraft(
    'votes',
    { ...EMPTY_RULES, typed: 'nonsense', operations: ['scoreVotes'], visitorCeiling: '50' },
    LIMITS,
  );
  expect(rules).toMatchObject({ origins: [], operations: ['scoreVotes'], visitorCeiling: 50 });
});

test.each([
  ['publishable', {}, 'origins'],
  ['publishable', { origins: [PAGE], typed: 'https://*.com' }, 'origins'],
  ['publishable', { origins: [PAGE], visitorCeiling: '24' }, 'visitorCeiling'],
  ['secret', { operations: [] }, 'operations'],
  ['secret', { chains: [] }, 'chains'],
  ['secret', { ceiling: '30.5' }, 'ceiling'],
  ['secret', { ceiling: '10001' }, 'ceiling'],
  ['secret', { ceiling: 'ten' }, 'ceiling'],
] as const)('%s %j has a problem with %s', (kind, draft, field) => {
  const { rules, problems } = read(kind, draft);
  expect(rules).toBeNull();
  expect(Object.keys(problems)).toEqual([field]);
});
