import { FROM, TO } from '@mandate/testing/ledger/sample-grant';
import { expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

const CHECK = `check all --to ${TO} --from ${FROM}`;
const NODE = '--rpc https://node.example/secret';

test.each([
  ['--verify', '--verify needs --rpc: the URL of a node that you trust'],
  [`--verify ${NODE} --strict`, 'use --block-tag safe'],
  [`--verify ${NODE} --explain`, 'leave out --explain or --verify'],
  [`--verify ${NODE} --at-time 1700000000`, 'pass --at-block instead of --at-time'],
  [`--verify ${NODE} --max-age soon`, '--max-age must be a whole number, not "soon".'],
  [`--verify ${NODE},node.example`, '--rpc must be an http or https URL, or several'],
  [NODE, '--rpc and --max-age belong to --verify.'],
  ['--max-age 5', '--rpc and --max-age belong to --verify.'],
])('check %s is rejected before a request', async (options, said) => {
  const { code, out, err } = await typeCommand('http://127.0.0.1:1', `${CHECK} ${options}`);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(said);
  expect(err).not.toContain('secret');
});

test.each([
  ['compare', 'The URL of the service is missing'],
  ['compare http://127.0.0.1:1', 'compare needs the URLs of two services.'],
  [
    'compare http://127.0.0.1:1 http://127.0.0.1:1 http://127.0.0.1:1',
    'compare needs the URLs of two services.',
  ],
  [
    'compare http://127.0.0.1:1 http://127.0.0.1:1 --count 0',
    '--count must be a whole number from 1 to 10000',
  ],
  ['compare http://127.0.0.1:1 http://127.0.0.1:1 --url http://127.0.0.1:1', 'compare does not take --url'],
  ['compare http://127.0.0.1:1 http://127.0.0.1:1 --rpc node', '--rpc must be an http or https URL'],
])('%s is rejected before a request', async (line, said) => {
  const { code, err } = await typeCommand('http://127.0.0.1:1', line);
  expect(code).toBe(3);
  expect(err).toContain(said);
});
