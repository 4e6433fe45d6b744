/** Writes the help of the program and of each command. */
import { type Command, listOptions } from './command.ts';
import { EVERYWHERE, OPTIONS } from './options.ts';

type Commands = Readonly<Record<string, Command>>;

const GAP = '  ';

/** Writes lines of two columns, the second one aligned. */
function align(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([first]) => first.length));
  return lines.map(([first, second]) => `${GAP}${first.padEnd(width)}${GAP}${second}`.trimEnd()).join('\n');
}

const describeOptions = (options: ReturnType<typeof listOptions>) =>
  align(options.map(({ name, hint, about }) => [`--${name}${hint ? ` ${hint}` : ''}`, about] as const));

const EXIT_CODES = align([
  [
    '0',
    'yes: true, may claim, an amount above 0, a wallet was found, a list was written, all chains are ready or sound',
  ],
  [
    '1',
    'no: false, may not claim, an amount of 0, no wallet was found, a chain is not ready, a record is wrong',
  ],
  ['2', 'unknown: the service, a chain or a node cannot answer'],
  ['3', 'wrong use: an option, a parameter or a file is missing or wrong'],
]);

export function writeHelp(commands: Commands): string {
  const lines = Object.entries(commands).map(([name, { about }]) => [name, about] as const);
  return `mandate: ask who may act for which wallet, in the delegate.xyz registries v1 and v2

Usage: mandate <command> [options]

Commands
${align([...lines, ['completion', 'print the completion script of a shell: bash, zsh or fish']])}

Options of every command
${describeOptions([...EVERYWHERE, 'version' as const].map((name) => ({ name, ...OPTIONS[name] })))}

Exit codes
${EXIT_CODES}

mandate <command> --help shows the options of a command, with examples.`;
}

export function writeCommandHelp(name: string, command: Command): string {
  const { usage, about, more, examples } = command;
  return [
    `mandate ${name}: ${about}`,
    `Usage: mandate ${name} ${usage}`.trimEnd(),
    ...(more ? [more] : []),
    `Options\n${describeOptions(listOptions(command))}`,
    `Examples\n${examples.map((example) => `${GAP}mandate ${example}`).join('\n')}`,
    `Exit codes\n${EXIT_CODES}`,
  ].join('\n\n');
}
