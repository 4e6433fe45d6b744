/** A command of the command line. Help and completion are written from these. */
import type { Client } from '@mandate/sdk';
import { EVERYWHERE, OPTIONS, type OptionName, type Values } from './options.ts';
import type { Terminal } from './output/terminal.ts';

interface OwnOption {
  /** Another name of the option, which the parser knows. */
  readonly name?: string;
  readonly about: string;
}

/** An option as the help and the completion of a command show it. */
interface ShownOption {
  readonly name: string;
  readonly hint: string;
  readonly about: string;
}

/** Lists the options of a command, and then those of every command. */
export function listOptions({ options, ownOptions = {} }: Command): ShownOption[] {
  return [...options, ...EVERYWHERE].map((name) => {
    const { hint, about } = OPTIONS[name];
    return { name, hint, about, ...ownOptions[name] };
  });
}

export interface Command {
  /** The words that come after its name, e.g. `<wallet>`. */
  readonly usage: string;
  readonly about: string;
  /** Words that can come first after its name. */
  readonly words?: readonly string[];
  /** The first word after its name is the URL of the service, instead of `--url`. */
  readonly asksFirstWord?: true;
  readonly options: readonly OptionName[];
  /** Options that have another name or another meaning for this command. */
  readonly ownOptions?: { readonly [Name in OptionName]?: OwnOption };
  /** Explains more than its options do. */
  readonly more?: string;
  /** Without the name of the program. */
  readonly examples: readonly string[];
  /** Returns the exit code. */
  run(client: Client, rest: readonly string[], values: Values, terminal: Terminal): Promise<number>;
}
