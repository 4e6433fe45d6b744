/** `mandate eligibility` */
import {
  type Address,
  type Client,
  type Eligibility,
  type GetEligibilityParameters,
  getEligibility,
  type TokenType,
} from '@mandate/sdk';
import type { Command } from '../command.ts';
import {
  assertOptions,
  describeRightsIdentifier,
  type OptionName,
  readMin,
  readRegistries,
  readRights,
  readRightsIdentifier,
  readTokenId,
  readWhole,
  UsageError,
  type Values,
} from '../options.ts';
import { type Cell, type Column, formatTable, type Table, widthOf } from '../output/table.ts';
import { createPaint, type Paint, type Terminal } from '../output/terminal.ts';
import {
  describeBlock,
  describeTimedGrant,
  describeUnknown,
  shorten,
  shortenNumber,
  writeJson,
  writeRights,
} from '../output/words.ts';
import { readWhen, WHEN_OPTIONS } from '../when-options.ts';

const OPTIONS: readonly OptionName[] = [
  ...(['wallet', 'contract', 'token', 'min', 'standard', 'from', 'rights'] as const),
  ...(['registry', 'exclusive', 'chain', ...WHEN_OPTIONS] as const),
];
const [YES, NO, NOT_KNOWN] = [0, 1, 2];
/** More of them would hide the rest of the row. */
const MAX_SHOWN_TOKENS = 5;

export const ELIGIBILITY: Command = {
  usage: '--wallet <address> --contract <address> [...]',
  about: 'tell whether a wallet may claim: it holds the token, itself or through its vaults',
  options: OPTIONS,
  ownOptions: {
    wallet: { about: 'wallet that wants to claim' },
    from: { name: 'vault', about: 'count the tokens of this vault only, and not those of the wallet' },
    chain: { about: 'chain id (default: 1)' },
    registry: { about: 'v1, v2 or all (default: all)' },
    strict: { about: 'count what was in force, and held, at the safe block and still is' },
  },
  more: `Without --exclusive, several wallets may claim with the tokens of one vault: record claims per vault or token.`,
  examples: [
    'eligibility --wallet 0x… --contract 0x…',
    'eligibility --wallet 0x… --contract 0x… --standard ERC1155 --token 7 --min 3',
    'eligibility --wallet 0x… --contract 0x… --at-block 21000000 --json',
  ],
  run: runEligibility,
};

async function runEligibility(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('eligibility takes options only, e.g. --wallet and --contract.');
  assertOptions(values, 'eligibility', ['wallet', 'contract'], OPTIONS);
  const answer = await getEligibility(client, parametersOf(values));
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(answer) : describe(answer, values, terminal),
  );
  if (answer.eligible === null) return NOT_KNOWN;
  return answer.eligible ? YES : NO;
}

function parametersOf(values: Values): GetEligibilityParameters {
  const { wallet, contract, token, min, standard, from, rights, chain, exclusive } = values;
  // `getEligibility` itself validates these.
  return {
    wallet: wallet as Address,
    contract: contract as Address,
    tokenId: token === undefined ? undefined : readTokenId(token),
    min: min === undefined ? undefined : readMin(min),
    standard: standard as TokenType | undefined,
    vault: from as Address | undefined,
    rights: rights === undefined ? undefined : (exclusive ? readRightsIdentifier : readRights)(rights),
    registries: readRegistries(values),
    exclusive,
    chainId: chain === undefined ? undefined : readWhole('chain', chain),
    ...readWhen(values),
  };
}

/** Repeats the question, so that nobody takes the answer to another one for theirs. */
function describe(answer: Eligibility, values: Values, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const { block, safeBlock, standard, unknown } = answer;
  const { wallet, contract, token, from, rights, exclusive } = values;
  const describeAsked = exclusive
    ? describeRightsIdentifier
    : (text: string) => writeRights(readRights(text));
  const lines = [
    ['wallet', wallet],
    ['vault', from],
    ['contract', `${contract}${standard === null ? '' : `, ${standard}`}`],
    ['token', token],
    ['rights', rights === undefined ? undefined : describeAsked(rights)],
    ['counts', exclusive ? 'exclusive delegates only' : undefined],
    ['at', describeBlock(block, terminal.now())],
    ['', block.hash === null ? undefined : paint('dim', block.hash)],
    ['safe at', safeBlock === null ? undefined : `block ${safeBlock}`],
  ];
  const shown = lines.flatMap(([label = '', text]) =>
    text === undefined ? [] : [`  ${paint('dim', label.padEnd(8))}  ${text}`],
  );
  const unread = unknown.map((part) => `${paint('yellow', '? unknown')}  ${describeUnknown(part)}`);
  return [
    describeVerdict(answer, values, paint),
    shown.join('\n'),
    ...(answer.holders.length > 0 ? [describeHolders(answer, values, terminal)] : []),
    ...(unread.length > 0 ? [unread.join('\n')] : []),
  ].join('\n\n');
}

function describeVerdict({ eligible, balance, complete }: Eligibility, { min = '1' }: Values, paint: Paint) {
  const counted = `${complete ? '' : 'at least '}${balance} counted, ${min} needed`;
  if (eligible === null) return `${paint('bold', paint('yellow', '? unknown'))}  ${counted}`;
  const verdict = eligible ? paint('green', '✓ yes, may claim') : paint('red', '✗ no, may not claim');
  return `${paint('bold', verdict)}  ${counted}`;
}

function describeHolders(answer: Eligibility, values: Values, terminal: Terminal): string {
  const whole = tableOf(answer, values, false);
  const table = widthOf(whole) <= terminal.columns ? whole : tableOf(answer, values, true);
  return formatTable(table, createPaint(terminal));
}

/** Has a row for each grant. The first one of a holder has its balance, too. */
function tableOf({ holders }: Eligibility, { wallet = '' }: Values, isNarrow: boolean): Table {
  const hex = isNarrow ? shorten : (text: string) => text;
  const number = isNarrow ? shortenNumber : (text: string) => text;
  const rows = holders.flatMap(({ address, balance, tokenIds, grants }): Cell[][] => {
    const isItself = address.toLowerCase() === wallet.toLowerCase();
    // The contract is the one that was asked about.
    const grantsShown = grants.map((grant) => describeTimedGrant({ ...grant, contract: null }));
    const [first = isItself ? 'the wallet itself' : '', ...others] = grantsShown;
    return [
      [
        { text: hex(address) },
        { text: number(String(balance)), ...(balance === 0n ? { style: 'dim' } : {}) },
        { text: describeTokens(tokenIds, number) },
        { text: first, ...(isItself ? { style: 'dim' } : {}) },
      ],
      ...others.map((text) => [{ text: '' }, { text: '' }, { text: '' }, { text }]),
    ];
  });
  const columns: readonly Column[] = [
    { title: 'HOLDER' },
    { title: 'COUNTS', isNumber: true },
    { title: 'TOKENS' },
    { title: 'BECAUSE OF' },
  ];
  // Leaves out columns that are empty in every row.
  const kept = columns.flatMap((_, i) => (rows.some((row) => row[i]?.text) ? [i] : []));
  const pick = <T>(all: readonly T[]) => kept.flatMap((i) => all[i] ?? []);
  return { columns: pick(columns), cells: rows.map(pick) };
}

function describeTokens(tokenIds: readonly bigint[] | null, number: (text: string) => string): string {
  if (tokenIds === null) return '';
  const shown = tokenIds.slice(0, MAX_SHOWN_TOKENS).map((id) => number(String(id)));
  const more = tokenIds.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
