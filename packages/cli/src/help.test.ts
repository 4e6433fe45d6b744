/** Tests what the command says about itself, without a service. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { typeCommand } from './testing/type-command.ts';

const NO_SERVICE = { environment: {} };
const COMMANDS = [
  'check',
  'eligibility',
  'tokens',
  'exclusive',
  'allowlist',
  'list',
  'resolve',
  'watch',
  'listen',
  'webhooks',
  'snapshot',
  'status',
  'audit',
  'networks',
  'compare',
  'mcp',
];

test.each(COMMANDS)('%s --help has its options, an example and the exit codes', async (command) => {
  const { code, out } = await typeCommand('', `${command} --help`, NO_SERVICE);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^mandate ${command}: .*\n\nUsage: mandate ${command}`));
  expect(out).toContain(`\n\nExamples\n  mandate ${command}`);
  expect(out).toContain('\n  3  wrong use');
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

test('bash completes commands, kinds and options', async () => {
  const { out } = await typeCommand('', 'completion bash', NO_SERVICE);
  const complete = (line: string) => {
    const words = line.split(' ');
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}\n_mandate\necho "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
  };
  expect(complete('mandate ne')).toBe('networks');
  expect(complete('mandate check erc')).toBe('erc721 erc1155 erc20');
  expect(complete('mandate list 0x00 --reg')).toBe('--registry');
  expect(complete('mandate completion ')).toBe('bash zsh fish');
});

test.each(['zsh', 'fish'])('%s gets every command', async (shell) => {
  const { out } = await typeCommand('', `completion ${shell}`, NO_SERVICE);
  for (const command of COMMANDS) expect(out).toContain(command);
});

test('help and version', async () => {
  const help = await typeCommand('', '');
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const command of COMMANDS) expect(help.out).toContain(`\n  ${command}  `);
  expect(await typeCommand('', '--help')).toEqual(help);
  expect((await typeCommand('', '--version')).out).toMatch(/^\d+\.\d+\.\d+$/);
});
