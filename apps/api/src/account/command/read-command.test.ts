import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { readCommand } from './read-command.ts';
import { OPTIONS } from './read-options.ts';

const NAMED = ['create', '--name', 'x'];
const PAGE = [...NAMED, '--publishable', '--origin', 'https://a.example'];

function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  return readCommand(positionals, values);
}

test.each([
  ['no command', [], 'The command is missing'],
  ['no name', ['create'], '--name is missing'],
  ['a name that is too long', ['create', '--name', 'x'.repeat(101)], 'at most 100 characters'],
  ['no day', ['create', '--name', 'x', '--expires', '2027-02-31'], 'a day, e.g. 2027-01-31'],
  ['a day that is over', ['create', '--name', 'x', '--expires', '2020-01-01'], '2020-01-01 is over'],
  ['no address', ['list', '--owner', '0x1'], '--owner: Not an address'],
  ['no id', ['revoke', 'x'], 'the id of a key'],
  ['no origin', [...NAMED, '--publishable'], '--origin is missing'],
  [
    'a path',
    [...NAMED, '--publishable', '--origin', 'https://a.example/b'],
    '--origin: "https://a.example/b"',
  ],
  ['an origin of a secret key', [...NAMED, '--origin', 'https://a.example'], 'publishable keys only'],
  ['no operation', [...NAMED, '--operations', 'v2CheckAll,x'], '--operations: "x" takes no keys'],
  ['no chain', [...NAMED, '--chains', 'mainnet'], '--chains must be ids'],
  ['a list that ends in a comma', [...NAMED, '--chains', '1,'], '--chains must be a list'],
  [
    'a ceiling that is too high',
    [...NAMED, '--ceiling', '10001'],
    '--ceiling must be a whole number from 25',
  ],
  ['a ceiling that is too low', [...NAMED, '--ceiling', '24'], '--ceiling must be a whole number'],
  ['an overlap that is too long', ['rotate', '1', '--overlap', '169'], '--overlap must be'],
  ['a change of nothing', ['change', '1'], 'change needs a rule'],
  ['an option of another command', ['revoke', '1', '--overlap', '1'], 'revoke has no option --overlap'],
  ['one word too many', ['list', '1'], '"1" is not expected'],
  ['a votes key with an origin', [...PAGE, '--operations', 'scoreVotes'], 'a votes key has none'],
  [
    'a votes key for more',
    [...PAGE, '--operations', 'scoreVotes,v2CheckAll'],
    'pages cannot ask: scoreVotes',
  ],
  ['an operation that pages cannot use', [...PAGE, '--operations', 'batch'], 'pages cannot ask: batch'],
])('%s is refused before the database is asked', (_, args, said) => {
  expect(() => read(args)).toThrow(said);
});

test.each([
  [[...PAGE, '--operations', 'all', '--ceiling', 'default']],
  [[...NAMED, '--publishable', '--operations', 'scoreVotes']],
  [['change', '1', '--chains', '1, 8453']],
  [['rotate', '1', '--overlap', '168']],
  [['log', '--owner', `0x${'1'.repeat(40)}`]],
])('%j is read', (args) => {
  expect(read(args)).toBeTypeOf('function');
});
