/** Writes the script that lets a shell complete commands and options. */
import { type Command, listOptions } from './command.ts';
import { UsageError } from './options.ts';

type Commands = Readonly<Record<string, Command>>;

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: writeBash,
  // zsh understands the functions of bash.
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${writeBash(commands)}`,
  fish: writeFish,
};

export function writeCompletion([shell = '', ...more]: readonly string[], commands: Commands): string {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!write || more.length > 0)
    throw new UsageError(`completion needs a shell: ${Object.keys(SHELLS).join(', ')}.`);
  return write(commands);
}

function writeBash(commands: Commands): string {
  const cases = Object.entries(commands).map(([name, command]) => {
    const words = [
      ...(command.words ?? []),
      ...listOptions(command).map(({ name: option }) => `--${option}`),
    ];
    return `    ${name}) words='${words.join(' ')}' ;;`;
  });
  return `_mandate() {
  local words='${[...Object.keys(commands), 'completion', '--help', '--version'].join(' ')}'
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    completion) words='${Object.keys(SHELLS).join(' ')}' ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mandate mandate`;
}

function writeFish(commands: Commands): string {
  const first = "complete -c mandate -n '__fish_use_subcommand'";
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const after = `complete -c mandate -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `${first} -f -a ${name} -d '${command.about}'`,
      ...(command.words ?? []).map((word) => `${after} -f -a ${word}`),
      ...listOptions(command).map(
        ({ name: option, hint, about: what }) => `${after} -l ${option}${hint ? ' -r' : ''} -d '${what}'`,
      ),
    ];
  });
  return [...lines, `${first} -f -a completion -d 'print the completion script of a shell'`].join('\n');
}
