/** `mandate tokens` */
import { type Client, checkTokens, listTokens, type TokensPage } from '@mandate/sdk';
import { CLAIM_OPTIONS, describeClaim, OWN_OPTIONS, readClaim } from '../claim-question.ts';
import type { Command } from '../command.ts';
import { assertOptions, type OptionName, readTokenId, UsageError, type Values } from '../options.ts';
import { type Cell, formatToFit, type Table, withoutEmpty } from '../output/table.ts';
import { createPaint, type Terminal } from '../output/terminal.ts';
import { describeTimedGrant, describeUnknown, shorten, shortenNumber, writeJson } from '../output/words.ts';

const OPTIONS: readonly OptionName[] = [...CLAIM_OPTIONS, 'cursor'];
const [SOME, NONE, NOT_KNOWN] = [0, 1, 2];

export const TOKENS: Command = {
  usage: '--wallet <address> --contract <address> [...]',
  about: 'list the tokens that a wallet may use: its own, and those of its vaults',
  options: OPTIONS,
  ownOptions: {
    ...OWN_OPTIONS,
    wallet: { about: 'wallet that wants to use the tokens' },
    token: { about: 'token ids, separated by commas: tell which of these the wallet may use' },
    standard: { about: 'ERC721 or ERC1155 (default: what the contract says)' },
    cursor: { about: 'continue after this cursor' },
  },
  more: `Not every contract lists ids. If the list is not complete, send ids that you know with --token.`,
  examples: [
    'tokens --wallet 0x… --contract 0x…',
    'tokens --wallet 0x… --contract 0x… --token 7,9',
    "tokens --wallet 0x… --contract 0x… --json | jq '.tokens[].tokenId'",
  ],
  run: runTokens,
};

type Answer = Omit<TokensPage, 'nextCursor'> & Partial<Pick<TokensPage, 'nextCursor'>>;

async function runTokens(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (rest.length > 0) throw new UsageError('tokens takes options only, e.g. --wallet and --contract.');
  assertOptions(values, 'tokens', ['wallet', 'contract'], OPTIONS);
  const answer = await ask(client, values);
  terminal.print(
    values.json || !terminal.isTerminal ? writeJson(answer) : describe(answer, values, terminal),
  );
  if (!answer.complete) return NOT_KNOWN;
  return answer.tokens.length > 0 ? SOME : NONE;
}

function ask(client: Client, values: Values): Promise<Answer> {
  const { token, cursor } = values;
  if (token !== undefined && cursor !== undefined)
    throw new UsageError('--cursor continues a list: leave out --token, or --cursor.');
  // The functions validate it.
  const asked = { ...readClaim(values), standard: values.standard as 'ERC721' | 'ERC1155' | undefined };
  return token === undefined
    ? listTokens(client, { ...asked, cursor })
    : checkTokens(client, { ...asked, tokenIds: token.split(',').map(readTokenId) });
}

function describe(answer: Answer, values: Values, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const { tokens, complete, unknownIds, unknown, nextCursor = null } = answer;
  const mark = complete
    ? tokens.length > 0
      ? paint('green', '✓')
      : paint('dim', '–')
    : paint('yellow', '?');
  const count = `${complete ? '' : 'at least '}${tokens.length}`;
  const unread = unknown.map((part) => `${paint('yellow', '? unknown')}  ${describeUnknown(part)}`);
  const open = unknownIds.length > 0 ? [`${paint('yellow', '? unknown')}  ids ${unknownIds.join(', ')}`] : [];
  return [
    `${mark} ${paint('bold', `Tokens that ${values.wallet} may use (${count})`)}`,
    describeClaim(answer, values, terminal),
    ...(tokens.length > 0 ? [formatToFit((isNarrow) => tableOf(answer, values, isNarrow), terminal)] : []),
    ...(unread.length > 0 ? [[...open, ...unread].join('\n')] : []),
    ...(nextCursor === null ? [] : [`${paint('yellow', 'Next page:')} --cursor ${nextCursor}`]),
  ].join('\n\n');
}

/** Has a row for each grant. The first one of a token has the token, too. */
function tableOf({ tokens }: Answer, { wallet = '' }: Values, isNarrow: boolean): Table {
  const hex = isNarrow ? shorten : (text: string) => text;
  const number = isNarrow ? shortenNumber : (text: string) => text;
  const cells = tokens.flatMap(({ tokenId, holder, amount, grants }): Cell[][] => {
    const isOwn = holder.toLowerCase() === wallet.toLowerCase();
    // The contract is the one that was asked about.
    const grantsShown = grants.map((grant) => describeTimedGrant({ ...grant, contract: null }));
    const [first = isOwn ? 'the wallet itself' : '', ...others] = grantsShown;
    return [
      [
        { text: number(String(tokenId)) },
        { text: amount === null ? '' : number(String(amount)) },
        { text: hex(holder) },
        { text: first, ...(isOwn ? { style: 'dim' } : {}) },
      ],
      ...others.map((text) => [{ text: '' }, { text: '' }, { text: '' }, { text }]),
    ];
  });
  const columns = [
    { title: 'TOKEN', isNumber: true },
    { title: 'AMOUNT', isNumber: true },
    { title: 'HOLDER' },
    { title: 'BECAUSE OF' },
  ];
  return withoutEmpty({ columns, cells });
}
