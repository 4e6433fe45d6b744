/**
 * Tests the interface line by line: conformance/interface.md lists its lines, the tables beside this file
 * request it, and the registry contract is asked the same at the block that an answer names.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, CODES, type Problem } from './conformance-case.ts';
import { LINES } from './interface-lines.ts';
import { STATUS_200_ANSWERS } from './status-200-answers.ts';
import { STATUS_200_LISTS } from './status-200-lists.ts';
import { STATUS_200_PARAMETERS } from './status-200-parameters.ts';
import { STATUS_200_REASONS } from './status-200-reasons.ts';
import { STATUS_200_WHEN } from './status-200-when.ts';
import { STATUS_400 } from './status-400.ts';
import { STATUS_400_WHEN } from './status-400-when.ts';
import { STATUS_401_403 } from './status-401-403.ts';
import { STATUS_404_405_414_431 } from './status-404-405-414-431.ts';
import { STATUS_429 } from './status-429.ts';
import { STATUS_503 } from './status-503.ts';
import { STATUS_AUDIT } from './status-audit.ts';
import { STATUS_BEYOND } from './status-beyond.ts';
import { STATUS_PROOFS } from './status-proofs.ts';
import { type Answered, ask } from './testing/ask.ts';
import { STATUS_200_TABLE } from './testing/check-table.ts';
import { expectBlock } from './testing/expect-block.ts';
import { readRecords } from './testing/registry.ts';
import { type ConformanceStage, startStage } from './testing/stage.ts';

const CASES: readonly Case[] = [
  ...STATUS_200_PARAMETERS,
  ...STATUS_200_ANSWERS,
  ...STATUS_200_LISTS,
  ...STATUS_200_TABLE,
  ...STATUS_200_WHEN,
  ...STATUS_200_REASONS,
  ...STATUS_400,
  ...STATUS_400_WHEN,
  ...STATUS_401_403,
  ...STATUS_404_405_414_431,
  ...STATUS_429,
  ...STATUS_503,
  ...STATUS_BEYOND,
  ...STATUS_AUDIT,
  ...STATUS_PROOFS,
];

let stage: ConformanceStage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());

const statusOf = ({ status, problem }: Case) =>
  status ?? (problem ? (CODES[problem.code]?.status ?? 0) : 200);
const byStatus = Map.groupBy(CASES, statusOf);
for (const [status, cases] of [...byStatus].toSorted(([a], [b]) => a - b)) {
  describe(`${status}`, () => {
    for (const each of cases)
      test(`${each.covers}: ${each.method ?? 'GET'} ${each.path}`, () => run(each, status));
  });
}

function fill(text: string): string {
  return text.replaceAll(/\(([\w.]+)\)/g, (_, name: string) => {
    const value = stage.values[name];
    if (value === undefined) throw new RangeError(`The stage has no value "${name}".`);
    return value;
  });
}

let clients = 0;
async function run(each: Case, expected: number): Promise<void> {
  const path = fill(each.path);
  const url = stage.urls[each.service ?? 'usual'];
  const client = each.service === 'limited' ? { 'x-forwarded-for': `192.0.2.${++clients}` } : {};
  const request = { ...each, headers: { ...client, ...each.headers } };
  const beganAt = performance.now();
  for (const before of each.before ?? []) await ask(url, before, request);
  const answered = await ask(url, path, request);
  expect(answered.status, answered.text).toBe(expected);
  expectContent(each, answered);
  const { headers } = answered;
  if (headers.has('ratelimit')) expectWait(answered, (performance.now() - beganAt) / 1_000);
  if (each.problem) expectProblem(answered, each.problem, path);
  else expect(headers.get('content-type') ?? '').not.toMatch('problem');
  if (expected === 200 && path.startsWith('/registry/'))
    await expectBlock(each, path, answered, stage.chains);
  else expect(headers.get('x-block-number')).toBeNull();
}

function expectContent({ body, count, answers = {} }: Case, answered: Answered): void {
  const { text } = answered;
  if (typeof body === 'string') expect(text).toBe(body);
  else if (body) expect(text).toMatch(body);
  if (count !== undefined) expect(readRecords(text)).toHaveLength(count);
  for (const [name, value] of Object.entries(answers)) {
    expectHeader(answered, name, typeof value === 'string' ? fill(value) : value);
  }
}

function expectHeader({ headers }: Answered, name: string, expected: string | RegExp | null): void {
  if (expected instanceof RegExp) expect(headers.get(name), name).toMatch(expected);
  else expect(headers.get(name), name).toBe(expected);
}

const WINDOW_S = 10;

/** The wait ends when the first request of the case leaves the window. A refusal names the same wait everywhere. */
function expectWait({ status, headers, text }: Answered, elapsedS: number): void {
  const [, wait = ''] = /;t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect(Number(wait)).toBeGreaterThanOrEqual(WINDOW_S - elapsedS);
  expect(Number(wait)).toBeLessThanOrEqual(WINDOW_S);
  if (status !== 429) return;
  expect(headers.get('retry-after')).toBe(wait);
  expect(text).toContain(`Try again in ${wait} s.`);
}

function expectProblem(answered: Answered, expected: Problem, path: string): void {
  const { status, headers, text } = answered;
  const problem = JSON.parse(text);
  const { errors = [], ...rest } = problem;
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const wait = status === 429 ? /^(?:[1-9]|10)$/ : CODES[expected.code]?.waitS || null;
  expectHeader(answered, 'retry-after', wait);
  expect(rest).toEqual({
    type: `/errors#${expected.code}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.any(String),
    code: expected.code,
    requestId: headers.get('x-request-id'),
  });
  // The path of a request that was not read completely is unknown.
  if (rest.instance !== '/') expect(rest.instance).toBe(path.split('?')[0]);
  if (typeof expected.detail === 'string') expect(rest.detail).toBe(expected.detail);
  else if (expected.detail) expect(rest.detail).toMatch(expected.detail);
  const wrong = expected.errors ?? [];
  expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(
    wrong.map(([name]) => name),
  );
  for (const [i, [, message]] of wrong.entries()) expect(errors[i].message).toContain(message);
}

describe('conformance/interface.md', () => {
  const covered = new Set(
    CASES.flatMap(({ covers, problem }) => [
      ...covers.split(' '),
      ...(problem ? [`code.${problem.code}`] : []),
    ]),
  );

  test('has no line twice', () => {
    expect(LINES.filter((line, i) => LINES.indexOf(line) !== i)).toEqual([]);
  });

  test('has no line without a case', () => {
    expect(LINES.filter((line) => !covered.has(line))).toEqual([]);
  });

  test('has a line for every case', () => {
    const known = new Set(LINES);
    expect([...covered].filter((line) => !known.has(line)).toSorted()).toEqual([]);
  });
});
