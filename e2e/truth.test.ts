/** Runs `npm run truth` on the command line, as a contributor does. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** `npm run truth` starts this file. */
function truth(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['truth/src/main.ts', ...args], {
    encoding: 'utf8',
  });
  return { status, stderr, lines: stdout.trimEnd().split('\n') };
}

test('a run with differences tells seed, step, question, both answers and a short history, and exits 1', () => {
  const { status, lines } = truth('--commands', '300', '--seed', '1', '--believe-events');
  expect(lines.at(-1)).toMatch(/^truth: [1-9]\d* questions, [1-9]\d* differences$/);
  expect(status).toBe(1);
  const text = lines.join('\n');
  expect(text).toMatch(/DIFFERENCE with seed 1, in history \d+, after step \d+ of \d+/);
  expect(text).toMatch(/ {6}check .+\n {8}registry: (true|false)\n {8}ours: {5}(?!\1)/);
  expect(text).toMatch(
    /The shortest history found that still differs, 2 steps:\n {3}1 {2}.*grant .+\n {3}2 {2}.*calls v1 revoke/,
  );
});

test('a wrong option is refused with what to write instead', () => {
  const { status, stderr } = truth('--commands', 'many');
  expect(stderr).toContain('--commands must be a whole number from 1 to 2147483647, not "many".');
  expect(stderr).toContain('Usage: npm run truth');
  expect(status).toBe(2);
});
