/** `mandate exclusive wallet|owner|vaults` */
import {
  type Address,
  type Block,
  type Client,
  getExclusiveOwner,
  getExclusiveWallet,
  listExclusiveVaults,
  type TimedGrant,
  type UnknownPart,
} from '@mandate/sdk';
import type { Command } from '../command.ts';
import {
  assertOptions,
  describeRightsIdentifier,
  type OptionName,
  readRightsIdentifier,
  readTokenId,
  readWhole,
  type TextOption,
  UsageError,
  type Values,
} from '../options.ts';
import { createPaint, type Terminal } from '../output/terminal.ts';
import { describeBlock, describeTimedGrant, describeUnknown, writeJson } from '../output/words.ts';
import { readWhen, WHEN_OPTIONS } from '../when-options.ts';

const [FOUND, NOBODY, NOT_KNOWN] = [0, 1, 2];
const COMMON = ['rights', 'chain', ...WHEN_OPTIONS.filter((name) => name !== 'strict')] as const;

/** The words for people, and the whole answer for programs. */
interface Told {
  readonly answer: { readonly block: Block; readonly unknown: readonly UnknownPart[] };
  readonly title: string;
  readonly lines: readonly string[];
  readonly isFound: boolean;
  readonly nextCursor?: string | null;
}

interface Question {
  readonly needs: readonly TextOption[];
  readonly takes?: readonly TextOption[];
  ask(client: Client, values: Values): Promise<Told>;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  wallet: { needs: ['from'], ask: askWallet },
  owner: { needs: ['contract', 'token'], ask: askOwner },
  vaults: { needs: ['wallet'], takes: ['limit', 'cursor'], ask: askVaults },
};

const OPTIONS: readonly OptionName[] = [
  ...(['from', 'contract', 'token', 'wallet', ...COMMON] as const),
  ...(['limit', 'cursor'] as const),
];

export const EXCLUSIVE: Command = {
  usage: 'wallet --vault <vault> | owner --contract <address> --token <id> | vaults --wallet <wallet>',
  about: 'name the one wallet that acts for a vault or an ERC721 token, or list the vaults of such a wallet',
  words: Object.keys(QUESTIONS),
  options: OPTIONS,
  ownOptions: {
    wallet: { about: 'wallet whose vaults are listed' },
    from: { name: 'vault', about: 'vault that the wallet acts for' },
    rights: { about: 'name of a right, or the first 24 bytes of its keccak256 hash (default: zero bytes)' },
    chain: { about: 'chain id (default: 1)' },
    cursor: { about: 'continue after this cursor' },
    limit: { about: 'vaults per page, up to 1000' },
  },
  more: `Only v2 delegations whose rights have an expiry take part. Ordinary delegations never count here.
--rights has 24 bytes, of a name the first of its keccak256 hash: the other 8 bytes of a right have its expiry.`,
  examples: [
    'exclusive wallet --vault 0x…',
    'exclusive owner --contract 0x… --token 7 --at-block 21000000',
    'exclusive vaults --wallet 0x… --rights airdrop',
  ],
  run: runExclusive,
};

async function runExclusive(
  client: Client,
  [word = '', ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const question = Object.hasOwn(QUESTIONS, word) ? QUESTIONS[word] : undefined;
  if (!question || more.length > 0) {
    throw new UsageError(`Choose what to ask: mandate exclusive ${Object.keys(QUESTIONS).join(', ')}.`);
  }
  if (word === 'wallet' && values.from === undefined) throw new UsageError('exclusive wallet needs --vault.');
  assertOptions(values, `exclusive ${word}`, question.needs, [...COMMON, ...(question.takes ?? [])]);
  const told = await question.ask(client, values);
  const isJson = values.json || !terminal.isTerminal;
  terminal.print(isJson ? writeJson(told.answer) : describe(told, values, terminal));
  if (told.answer.unknown.length > 0) return NOT_KNOWN;
  return told.isFound ? FOUND : NOBODY;
}

function scopeOf(values: Values) {
  const { rights, chain } = values;
  const { consistency: _, ...when } = readWhen(values);
  return {
    rights: rights === undefined ? undefined : readRightsIdentifier(rights),
    chainId: chain === undefined ? undefined : readWhole('chain', chain),
    ...when,
  };
}

const because = (grant: TimedGrant | null) => (grant ? [`because   ${describeTimedGrant(grant)}`] : []);

async function askWallet(client: Client, values: Values): Promise<Told> {
  const vault = values.from as Address;
  const answer = await getExclusiveWallet(client, { vault, ...scopeOf(values) });
  const { wallet, grant } = answer;
  const isFound = grant !== null;
  const title = isFound ? `${wallet} acts for ${vault}` : `${wallet} acts for itself`;
  return { answer, title, lines: because(grant), isFound };
}

async function askOwner(client: Client, values: Values): Promise<Told> {
  const { contract, token = '' } = values;
  const asked = { contract: contract as Address, tokenId: readTokenId(token), ...scopeOf(values) };
  const answer = await getExclusiveOwner(client, asked);
  const { wallet, owner, grant, unknown } = answer;
  const name = `token ${asked.tokenId} of ${contract}`;
  const nobody = unknown.length > 0 ? `The owner of ${name} is not known` : `Nobody owns ${name}`;
  const title = wallet === null ? nobody : `${wallet} acts for ${name}`;
  const lines = [...(owner === null ? [] : [`owner     ${owner}`]), ...because(grant)];
  return { answer, title, lines, isFound: wallet !== null };
}

async function askVaults(client: Client, values: Values): Promise<Told> {
  const { limit, cursor } = values;
  const wallet = values.wallet as Address;
  const answer = await listExclusiveVaults(client, {
    wallet,
    limit: limit === undefined ? undefined : readWhole('limit', limit),
    cursor: cursor as Address | undefined,
    ...scopeOf(values),
  });
  const lines = answer.vaults.flatMap(({ address, grant }) => [address, `  ${describeTimedGrant(grant)}`]);
  return {
    answer,
    title: `Vaults that ${wallet} alone acts for (${answer.vaults.length})`,
    lines: lines.length > 0 ? lines : ['None found.'],
    isFound: answer.vaults.length > 0,
    nextCursor: answer.nextCursor,
  };
}

function describe(
  { answer, title, lines, isFound, nextCursor = null }: Told,
  { rights }: Values,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const { block, unknown } = answer;
  const mark = unknown.length > 0 ? paint('yellow', '?') : isFound ? paint('green', '✓') : paint('dim', '–');
  const asked = rights === undefined ? [] : [`rights    ${describeRightsIdentifier(rights)}`];
  const shown = [...lines, ...asked, `at        ${describeBlock(block, terminal.now())}`].map(
    (line) => `  ${line}`,
  );
  const hash = block.hash === null ? [] : [`            ${paint('dim', block.hash)}`];
  const unread = unknown.map((part) => `${paint('yellow', '? unknown')}  ${describeUnknown(part)}`);
  return [
    `${mark} ${paint('bold', title)}`,
    [...shown, ...hash].join('\n'),
    ...(unread.length > 0 ? [unread.join('\n')] : []),
    ...(nextCursor === null ? [] : [`${paint('yellow', 'Next page:')} --cursor ${nextCursor}`]),
  ].join('\n\n');
}
