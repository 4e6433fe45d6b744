import { createTestDatabase } from '@mandate/testing/database';
import { size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { believeEvents } from './believe-events.ts';
import { LIES } from './extensions/lies.ts';
import { missUndo } from './miss-undo.ts';
import { runTruth } from './truth.ts';

const SEED_WITH_EARLY_REORG = 99;
const run = { commands: size(100, 250), seed: 7, shrinkMs: 60_000 };

test("a run sees the trap: v1's RevokeDelegate taken at its word", async () => {
  const { failure } = await runTruth({ ...run, decode: believeEvents });
  // A revoked wallet is still accepted: the registry says false, the index true.
  expect(failure?.differences).toContainEqual(expect.objectContaining({ registry: 'false', ours: 'true' }));
  expect(failure?.shrunk.differences.length).toBeGreaterThan(0);
  // A grant and a revocation that names nobody are enough.
  expect(failure?.shrunk.history).toHaveLength(2);
  expect(JSON.stringify(failure?.shrunk.history, (_, v) => (typeof v === 'bigint' ? `${v}` : v))).toContain(
    '"write":"revokeDelegate"',
  );
});

test('the same seed plays the same histories', async () => {
  const short = { ...run, commands: 20 };
  const [first, second] = [await runTruth(short), await runTruth(short)];
  expect(first).toEqual(second);
});

test('a run detects a read model that ignores undone changes', { timeout: 240_000 }, async () => {
  const index = await createTestDatabase();
  try {
    const { tally, failure } = await runTruth({
      commands: 60,
      seed: SEED_WITH_EARLY_REORG,
      shrinkMs: 1,
      index,
      http: true,
      misread: missUndo,
    });
    expect(failure?.differences.length).toBeGreaterThan(0);
    expect(tally.checksRead).toBeGreaterThan(0.9 * tally.checks);
    // The read model answers only checks and lists.
    for (const { question } of failure?.differences ?? []) expect(question).toMatch(/^(check|v[12] list) /);
  } finally {
    await index.drop();
  }
});

test('a run with extensions detects a service that says yes too soon, and reports the history', {
  timeout: 240_000,
}, async () => {
  const [strict] = LIES;
  const index = await createTestDatabase();
  try {
    const { failure } = await runTruth({
      ...run,
      commands: 20,
      // One replay is enough: the first test shrinks a history as far as it goes.
      shrinkMs: 1,
      index,
      http: true,
      extensions: true,
      ...(strict ? { misled: strict.mislead } : {}),
    });
    // The grant is not safe yet.
    expect(failure?.differences).toContainEqual(
      expect.objectContaining({
        question: expect.stringContaining('strictly'),
        registry: 'false',
        ours: 'true',
      }),
    );
    expect(failure?.shrunk.differences.length).toBeGreaterThan(0);
  } finally {
    await index.drop();
  }
});
