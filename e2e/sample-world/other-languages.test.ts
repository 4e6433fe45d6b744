/** Runs the examples in Python and Go by the commands of their READMEs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answer,
  type Behave,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must, run } from '../run-command.ts';
import { ROOT } from './example-process.ts';
import { world } from './world.ts';

const MIRA = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
const MIRAS_VAULT = '0x7CcDcC39725eeCA82799965276B4907236d4866D';
const NORA = '0x8f3eC8bBA4C127522776309d420d2604dC8dD3AE';
const folder = mkdtempSync(join(tmpdir(), 'mandate-languages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Command = readonly [program: string, ...args: string[]];
interface Language {
  readonly name: string;
  readonly tool: Command;
  readonly command: Command;
  /** Compiles the program once, for the cases after the first. */
  readonly build?: Command;
}

const GO = 'examples/go/main.go';
const BUILT = join(folder, 'may-claim');
const LANGUAGES: readonly Language[] = [
  { name: 'Python', tool: ['python3', '--version'], command: ['python3', 'examples/python/may_claim.py'] },
  {
    name: 'Go',
    tool: ['go', 'version'],
    command: ['go', 'run', GO],
    build: ['go', 'build', '-o', BUILT, GO],
  },
];

describe.each(LANGUAGES)('$name', ({ name, tool: [tool, ...version], command, build }) => {
  const isInstalled = spawnSync(tool, version).status === 0;
  if (!isInstalled) process.stdout.write(`${name} is not installed: its example was not run.\n`);
  const runWith = (url: string, [program, ...args]: Command) =>
    run(program, args, { cwd: ROOT, environment: { MANDATE_URL: url } });
  const ask = (url: string, ...more: string[]) =>
    runWith(url, build ? [BUILT, ...more] : [...command, ...more]);

  let odd: MisbehavingServer;
  beforeAll(async () => {
    odd = await startMisbehavingServer();
    if (isInstalled && build) await must(build[0], build.slice(1), { cwd: ROOT });
  });
  afterAll(() => odd.close());

  test.runIf(isInstalled)('answers yes, no, and refuses wrong requests', async () => {
    const yes = await runWith(world.api, command);
    expect(yes).toMatchObject({ status: 0, err: '' });
    expect(yes.out).toMatch(/^yes: at block \d+ of chain 1\n/);
    expect(yes.out).toContain(`${MIRAS_VAULT} 2\n`);
    const no = await ask(world.api, NORA);
    expect(no.status).toBe(1);
    expect(no.out).toMatch(/^no: /);
    const wrong = await ask(world.api, 'nora.eth');
    expect(wrong).toMatchObject({ status: 3, out: '' });
    expect(wrong.err).toContain('must be an address');
  });

  const block = { chainId: 1, number: 7 };
  const said = (eligible: unknown, more = {}) =>
    JSON.stringify({ eligible, holders: [], unknown: [], block, ...more });
  const unknown = [{ reason: 'nodes_unavailable', detail: 'No node answered.', holder: null }];

  test.runIf(isInstalled).each<[string, Behave, string]>([
    ['null', answer(said(null, { unknown })), 'unknown: No node answered.'],
    ['neither true nor false', answer(said(1)), 'unknown: '],
    ['no verdict', answer(JSON.stringify({ block, holders: [] })), 'unknown: '],
    ['another chain', answer(said(true, { block: { chainId: 10, number: 7 } })), 'unknown: '],
    ['a login page', answer('<html>Sign in</html>'), 'unknown: '],
    ['half an answer', answer(said(false).slice(0, 12)), 'unknown: '],
    [
      'a problem',
      problem(503, 'chain_lagging', { headers: { 'Retry-After': '60' } }),
      'unknown: chain_lagging',
    ],
    ['an invalid key', problem(401, 'invalid_api_key'), 'unknown: invalid_api_key'],
  ])('%s is unknown, never a no', async (_, behave, start) => {
    odd.behave(behave);
    const { status, out, err } = await ask(odd.url);
    expect({ status, isUnknown: out.startsWith(start) }, out + err).toEqual({ status: 2, isUnknown: true });
    expect(odd.requests.length).toBe(1);
  });

  test.runIf(isInstalled)('asks again when the service is busy, with every digit', async () => {
    const big = String(2n ** 256n - 1n);
    const busy = problem(429, 'rate_limited', { headers: { 'Retry-After': '1' } });
    const good = answer(
      said(true, { holders: [{ address: MIRA, balance: 0 }] }).replace('"balance":0', `"balance":${big}`),
    );
    odd.behave((request, response, count) => (count === 1 ? busy : good)(request, response, count));
    expect(await ask(odd.url)).toMatchObject({
      status: 0,
      out: `yes: at block 7 of chain 1\n  ${MIRA} ${big}\n`,
    });
    expect(odd.requests.length).toBe(2);
    expect(await ask('http://127.0.0.1:1')).toMatchObject({ status: 2 });
  });
});
