import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { GROUPS } from './groups.ts';
import { instrument } from './instrument.ts';

const write = (code: string) =>
  instrument(
    code,
    findMutants(code).map((change, id) => ({ ...change, id })),
    false,
  );

/** Runs a function twice with one of its mutants. */
function run(code: string, active: number): unknown {
  let rounds = 0;
  const countRound = () => {
    if (++rounds > 100) throw new Error('It does not end.');
  };
  Object.assign(globalThis, { __mutants: { active, countRound } });
  try {
    return new Function(`${write(code)};return f(1, 2) + f(0, 5);`)();
  } catch (error) {
    return error;
  }
}

test('with no mutant the code does what it did, and with each mutant something else', () => {
  const code = `function f(a, b) {
    const all = [];
    if (a > 0 && b > 0) all.push('both'); else all.push('one');
    for (const n of [1, 2]) { if (n === b) all.push(n + a); }
    for (let i = 0; i < a; i++) all.push(i);
    return all.map((each) => \`\${each}\`).join();
  }`;
  expect(run(code, -1)).toBe('both,3,0one');
  const mutants = findMutants(code).filter(({ kind }) => kind !== 'round');
  const survivors = findMutants(code)
    .map((change, id) => ({ ...change, id }))
    .filter(({ id, kind }) => kind !== 'round' && run(code, id) === 'both,3,0one');
  expect(mutants.length).toBeGreaterThan(15);
  expect(survivors.map(({ start, end, after }) => [code.slice(start, end), after])).toEqual([
    ['b > 0', 'b >= 0'],
    ['0', '1'],
    ['1', '0'],
  ]);
});

test('every file of the domain can be parsed with its mutants', () => {
  const root = join(import.meta.dirname, '..');
  for (const file of GROUPS.slice(0, 3).flatMap(({ files }) => globSync(files, { cwd: root })))
    parseAst(write(readFileSync(join(root, file), 'utf8')), { lang: 'ts' });
});
