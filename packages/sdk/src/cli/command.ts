/** A command of the command line. Help and completion are written from these. */
import type { Client } from '../create-client.ts';
import type { OptionName, Values } from './options.ts';
import type { Terminal } from './terminal.ts';

export interface Command {
  /** The words that come after its name, e.g. `<wallet>`. */
  readonly usage: string;
  readonly about: string;
  /** Words that can come first after its name. */
  readonly words?: readonly string[];
  readonly options: readonly OptionName[];
  /** Explains more than its options do. */
  readonly more?: string;
  /** Without the name of the program. */
  readonly examples: readonly string[];
  /** Returns the exit code. */
  run(client: Client, rest: readonly string[], values: Values, terminal: Terminal): Promise<number>;
}
