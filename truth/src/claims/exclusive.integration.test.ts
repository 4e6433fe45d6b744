import { expect, test } from 'vitest';
import { run } from '../run.ts';
import type { Service } from '../service.ts';
import { createExclusiveMode } from './exclusive-mode.ts';

const options = { questions: 400, seed: 1, shrinkMs: 1 };
const perMoment = 10;

test('exclusive delegates are those of the contract', { timeout: 240_000 }, async () => {
  const { tally, failure } = await run(createExclusiveMode({ perMoment }), options);
  expect(failure).toBeNull();
  expect(tally.questions).toBeGreaterThanOrEqual(400);
});

/** Answers for the block before, whose time is earlier. */
const answerTooEarly = ({ get, post }: Service): Service => ({
  post,
  get: (path, query, headers) => {
    const { atBlock } = query;
    return get(path, atBlock ? { ...query, atBlock: String(Number(atBlock) - 1) } : query, headers);
  },
});

/** Takes every right for a global one. */
const ignoreRights = ({ get, post }: Service): Service => ({
  post,
  get: (path, query, headers) => {
    const { rights: _, ...others } = query;
    return get(path, path.startsWith('/exclusive/') ? others : query, headers);
  },
});

/** Names the oldest of the delegates that have the same right over the whole wallet. */
const nameOldest = ({ get, post }: Service): Service => ({
  post,
  get: async (path, query, headers) => {
    const reply = await get(path, query, headers);
    if (path !== '/exclusive/wallet' || reply.status !== 200) return reply;
    const { vault = '', rights: _, ...moment } = query;
    const answer = JSON.parse(reply.body) as { grant: { rights: string } | null };
    const listed = JSON.parse((await get(`/registry/v2/${vault}`, moment, headers)).body) as ListedJson[];
    const oldest = listed.find(
      ({ type, from, rights }) =>
        type === 'ALL' && from.toLowerCase() === vault && rights === answer.grant?.rights,
    );
    if (!oldest) return reply;
    const grant = { ...answer.grant, to: oldest.to };
    return { ...reply, body: JSON.stringify({ ...answer, wallet: oldest.to, grant }) };
  },
});

interface ListedJson {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly rights: string;
}

test.each([
  ['answers for another block', answerTooEarly, / for \{"number":/],
  ['ignores the right', ignoreRights, /^(?:0x|$)/],
  ['names the oldest of several delegates', nameOldest, /^0x/],
] as const)('a run detects a service that %s', { timeout: 240_000 }, async (_, misled, ours) => {
  const { failure } = await run(createExclusiveMode({ perMoment, misled }), options);
  expect(failure?.differences.length).toBeGreaterThan(0);
  for (const difference of failure?.differences ?? []) expect(difference.ours).toMatch(ours);
});
