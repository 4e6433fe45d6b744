/** `mandate eligibility` */
import {
  type Client,
  type Eligibility,
  type GetEligibilityParameters,
  getEligibility,
  type TokenType,
} from '@mandate/sdk';
import { CLAIM_OPTIONS, describeClaim, OWN_OPTIONS, readClaim } from '../claim-question.ts';
import type { Command } from '../command.ts';
import { assertOptions, type OptionName, readMin, readTokenId, UsageError, type Values } from '../options.ts';
import { type Cell, type Column, formatToFit, type Table, withoutEmpty } from '../output/table.ts';
import { createPaint, type Paint, type Terminal } from '../output/terminal.ts';
import { describeTimedGrant, describeUnknown, shorten, shortenNumber, writeJson } from '../output/words.ts';

const OPTIONS: readonly OptionName[] = [...CLAIM_OPTIONS.slice(0, 3), 'min', ...CLAIM_OPTIONS.slice(3)];
const [YES, NO, NOT_KNOWN] = [0, 1, 2];
/** More of them would hide the rest of the row. */
const MAX_SHOWN_TOKENS = 5;

export const ELIGIBILITY: Command = {
  usage: '--wallet <address> --contract <address> [...]',
  about: 'tell whether a wallet may claim: it holds the token, itself or through its vaults',
  options: OPTIONS,
  ownOptions: {
    wallet: { about: 'wallet that wants to claim' },
    ...OWN_OPTIONS,
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
  const { token, min, standard } = values;
  return {
    ...readClaim(values),
    tokenId: token === undefined ? undefined : readTokenId(token),
    min: min === undefined ? undefined : readMin(min),
    standard: standard as TokenType | undefined,
  };
}

function describe(answer: Eligibility, values: Values, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const unread = answer.unknown.map((part) => `${paint('yellow', '? unknown')}  ${describeUnknown(part)}`);
  return [
    describeVerdict(answer, values, paint),
    describeClaim(answer, values, terminal),
    ...(answer.holders.length > 0
      ? [formatToFit((isNarrow) => tableOf(answer, values, isNarrow), terminal)]
      : []),
    ...(unread.length > 0 ? [unread.join('\n')] : []),
  ].join('\n\n');
}

function describeVerdict({ eligible, balance, complete }: Eligibility, { min = '1' }: Values, paint: Paint) {
  const counted = `${complete ? '' : 'at least '}${balance} counted, ${min} needed`;
  if (eligible === null) return `${paint('bold', paint('yellow', '? unknown'))}  ${counted}`;
  const verdict = eligible ? paint('green', '✓ yes, may claim') : paint('red', '✗ no, may not claim');
  return `${paint('bold', verdict)}  ${counted}`;
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
  return withoutEmpty({ columns, cells: rows });
}

function describeTokens(tokenIds: readonly bigint[] | null, number: (text: string) => string): string {
  if (tokenIds === null) return '';
  const shown = tokenIds.slice(0, MAX_SHOWN_TOKENS).map((id) => number(String(id)));
  const more = tokenIds.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
