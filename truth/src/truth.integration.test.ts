import { size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { believeEvents } from './believe-events.ts';
import { LIES } from './extensions/lies.ts';
import { missUndo } from './miss-undo.ts';
import { createRegistryMode } from './registry-mode.ts';
import { run } from './run.ts';

const SEED_WITH_EARLY_REORG = 99;
const options = { commands: size(100, 250), seed: 7, shrinkMs: 60_000 };

test("a run sees the trap: v1's RevokeDelegate taken at its word", async () => {
  const { failure } = await run(createRegistryMode({ ours: 'domain', decode: believeEvents }), options);
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
  const short = { ...options, commands: 20 };
  const mode = createRegistryMode({ ours: 'domain' });
  const [first, second] = [await run(mode, short), await run(mode, short)];
  expect(first).toEqual(second);
});

test('a run detects a read model that ignores undone changes', { timeout: 240_000 }, async () => {
  const { tally, failure } = await run(createRegistryMode({ ours: 'http', misread: missUndo }), {
    commands: 60,
    seed: SEED_WITH_EARLY_REORG,
    shrinkMs: 1,
  });
  expect(failure?.differences.length).toBeGreaterThan(0);
  expect(tally.checksRead).toBeGreaterThan(0.9 * tally.checks);
  // The read model answers only checks and lists.
  for (const { question } of failure?.differences ?? []) expect(question).toMatch(/^(check|v[12] list) /);
});

test('a run with extensions detects a service that says yes too soon, and reports the history', {
  timeout: 240_000,
}, async () => {
  const [strict] = LIES;
  const mode = createRegistryMode({ ours: 'beyond', ...(strict ? { misled: strict.mislead } : {}) });
  // One replay is enough: the first test shrinks a history as far as it goes.
  const { failure } = await run(mode, { ...options, commands: 20, shrinkMs: 1 });
  // The grant is not safe yet.
  expect(failure?.differences).toContainEqual(
    expect.objectContaining({
      question: expect.stringContaining('strictly'),
      registry: 'false',
      ours: 'true',
    }),
  );
  expect(failure?.shrunk.differences.length).toBeGreaterThan(0);
});
