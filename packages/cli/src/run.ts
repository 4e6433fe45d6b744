/** Runs a command and returns its exit code: 0 yes, 1 no, 2 unknown, 3 wrong use. */
import { createClient, InvalidParametersError, MandateError } from '@mandate/sdk';
import type { Command } from './command.ts';
import { ALLOWLIST } from './commands/allowlist.ts';
import { AUDIT } from './commands/audit.ts';
import { CHECK } from './commands/check.ts';
import { COMPARE } from './commands/compare.ts';
import { ELIGIBILITY } from './commands/eligibility.ts';
import { EXCLUSIVE } from './commands/exclusive.ts';
import { LIST } from './commands/list.ts';
import { LISTEN } from './commands/listen.ts';
import { MCP } from './commands/mcp.ts';
import { NETWORKS } from './commands/networks.ts';
import { RESOLVE } from './commands/resolve.ts';
import { SNAPSHOT } from './commands/snapshot.ts';
import { STATUS } from './commands/status.ts';
import { TOKENS } from './commands/tokens.ts';
import { WATCH } from './commands/watch.ts';
import { WEBHOOKS } from './commands/webhooks.ts';
import { writeCompletion } from './completion.ts';
import { writeCommandHelp, writeHelp } from './help.ts';
import { readKey, readOptions, UsageError, type Values } from './options.ts';
import { createPaint, printable, type Terminal } from './output/terminal.ts';
import { writeJson } from './output/words.ts';
import { readVersion } from './read-version.ts';
import { resolveNames, UnknownNameError } from './resolve-names.ts';

const NOT_KNOWN = 2;
const WRONG_USE = 3;
const COMMANDS = {
  check: CHECK,
  eligibility: ELIGIBILITY,
  tokens: TOKENS,
  exclusive: EXCLUSIVE,
  allowlist: ALLOWLIST,
  list: LIST,
  resolve: RESOLVE,
  watch: WATCH,
  listen: LISTEN,
  webhooks: WEBHOOKS,
  snapshot: SNAPSHOT,
  status: STATUS,
  audit: AUDIT,
  networks: NETWORKS,
  compare: COMPARE,
  mcp: MCP,
} as const;

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  // Computed before the options are parsed, so that an error in them has the same format.
  const isJson = args.includes('--json') || !terminal.isTerminal;
  try {
    const { values, positionals } = readOptions(args);
    const [name = '', ...rest] = positionals;
    const text = findText(name, rest, values, args.length === 0);
    if (text !== null) return show(terminal, text);
    const command = findCommand(name);
    if (!command)
      throw new UsageError(`Choose a command: ${[...Object.keys(COMMANDS), 'completion'].join(', ')}.`);
    const url = command.asksFirstWord ? rest[0] : (values.url ?? terminal.environment['MANDATE_URL']);
    const client = clientOf(url, values, terminal);
    const named = await resolveNames(client, { rest, values }, terminal);
    return await command.run(client, named.rest, named.values, terminal);
  } catch (error) {
    if (!isOurs(error)) throw error;
    terminal.printError(isJson ? writeJson({ error: fieldsOf(error) }) : describe(error, terminal));
    return isWrongUse(error) ? WRONG_USE : NOT_KNOWN;
  }
}

/** Returns what is printed without asking a service. `null` if the command asks one. */
function findText(name: string, rest: readonly string[], values: Values, isEmpty: boolean): string | null {
  if (values.version) return readVersion();
  if (values.help || isEmpty) {
    const command = findCommand(name);
    return command ? writeCommandHelp(name, command) : writeHelp(COMMANDS);
  }
  return name === 'completion' ? writeCompletion(rest, COMMANDS) : null;
}

const findCommand = (name: string): Command | null =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : null;

type OwnError = MandateError | UsageError | UnknownNameError;
const isOurs = (error: unknown): error is OwnError =>
  [MandateError, UsageError, UnknownNameError].some((kind) => error instanceof kind);

/** Another try with the same words would fail too. */
const isWrongUse = (error: Error) => error instanceof UsageError || error instanceof InvalidParametersError;

function show(terminal: Terminal, text: string): number {
  terminal.print(text);
  return 0;
}

function clientOf(baseUrl: string | undefined, values: Values, { environment }: Terminal) {
  if (!baseUrl)
    throw new UsageError('The URL of the service is missing. Pass --url <url> or set MANDATE_URL.');
  return createClient({ baseUrl, apiKey: readKey(values, environment) });
}

function fieldsOf(error: OwnError): object {
  if (error instanceof UnknownNameError) return { code: 'name_unknown', detail: error.message };
  if (error instanceof UsageError) return { code: 'usage', detail: error.message };
  const { code, detail, status, requestId, docsUrl, retryAfterMs } = error;
  const errors = error instanceof InvalidParametersError ? { errors: error.errors } : {};
  return { code, detail, status, requestId, docsUrl, retryAfterMs, ...errors };
}

function describe(error: OwnError, terminal: Terminal): string {
  const paint = createPaint(terminal);
  if (error instanceof UnknownNameError) return `${paint('yellow', '? unknown')}  ${error.message}`;
  if (error instanceof UsageError)
    return `${error.message}\n${paint('dim', 'mandate --help shows the commands, mandate <command> --help their options.')}`;
  const { code, requestId, docsUrl } = error;
  const lines = [
    ['code', code],
    ['request', requestId],
    ['docs', docsUrl],
  ].flatMap(([label = '', text]) =>
    text ? [`  ${paint('dim', (label ?? '').padEnd(8))}  ${printable(text)}`] : [],
  );
  return [`${paint('yellow', '? unknown')}  ${describeDetail(error)}`, '', ...lines].join('\n');
}

/** The names of parameters on the command line. */
const TYPED: Readonly<Record<string, string>> = {
  tokenId: '--token',
  chainId: '--chain',
  chainIds: '--chain',
  atBlock: '--at-block',
  atTime: '--at-time',
  blockTag: '--block-tag',
  consistency: '--strict',
  wallet: 'The wallet',
  text: '--rights',
  baseUrl: '--url',
  apiKey: '--key',
  url: 'The URL',
  wallets: '--wallet',
  contracts: '--contract',
  aliveMinutes: '--alive',
  time: '--at-time',
};

function describeDetail(error: MandateError): string {
  if (!(error instanceof InvalidParametersError) || error.errors.length === 0) return printable(error.detail);
  return error.errors
    .map(({ parameter, message }) => {
      // One of a list has its number after a dot.
      const [name = ''] = parameter.split('.');
      return printable(`${TYPED[name] ?? `--${name}`} ${message}`);
    })
    .join('\n             ');
}
