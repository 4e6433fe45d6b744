/** Every parameter of the interface: what it means, and how its text becomes a value of the domain. */
import { parseAddress, parseRights, rightsFromText, UNLIMITED } from '@mandate/core';
import { z } from 'zod';

export interface Parameter {
  readonly name: string;
  /** The field of the domain that it fills. */
  readonly field: string;
  /** Other names that mean the same. */
  readonly aliases: readonly string[];
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: z.ZodType<unknown, string>;
  /** What OpenAPI says of the text. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly example?: string;
}

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits. Names are not resolved.')
  .transform(parseAddress);
const ADDRESS_FORM = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };

const chainId = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of a chain, in decimal digits, as 1 or 8453.')
  .transform(Number);

const uint256 = z
  .string()
  .regex(
    /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/,
    'must be a whole number from 0 to 2^256-1, in decimal digits or as 0x and hex digits.',
  )
  .transform(BigInt)
  .refine((value) => value <= UNLIMITED, 'must be at most 2^256-1.');

const BYTES32 = /^0x[0-9a-fA-F]{64}$/;
const rights = z.string().transform((text, context) => {
  if (text === '') return undefined;
  if (BYTES32.test(text)) return parseRights(text);
  context.addIssue({ code: 'custom', message: explainRights(text) });
  return z.NEVER;
});

/** Most people send the name of the right: show them the form that the registry compares. */
function explainRights(text: string): string {
  const must = 'must be 32 bytes: 0x and 64 hex digits.';
  if (text.startsWith('0x') || !/^[\x20-\x7e]+$/.test(text)) return must;
  return text.length <= 32
    ? `${must} For the right "${text}" send ${rightsFromText(text)}`
    : `${must} A name of more than 32 letters is sent as its keccak-256 hash.`;
}

const numbers = z.enum(['number', 'string'], { error: 'must be "number" or "string".' });
export const MOST_ROWS = 1_000;
export const USUAL_ROWS = 100;
const limit = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, `must be a whole number from 1 to ${MOST_ROWS}.`)
  .transform(Number)
  .refine((value) => value <= MOST_ROWS, `must be at most ${MOST_ROWS}.`);
const cursor = z.string().regex(/^[\w-]{1,400}$/, 'must be a cursor from the Link header of a page before.');

const blockNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of a block, in decimal digits.')
  .transform(Number);
/** Of a day that its month does not have, JavaScript makes one of the next. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A date without its zone would mean another time elsewhere. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))$/;
const time = z.string().transform((text, context) => {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const ms = ISO_TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return Math.floor(ms / 1_000);
  const message = 'must be a time: seconds since 1970, or like 2026-01-31T12:00:00Z, with its zone.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const query = { in: 'query', aliases: [] as readonly string[], required: false } as const;
const party = { ...query, required: true, schema: address, form: ADDRESS_FORM };

const HOT = 'The hot wallet, which wants to act.';
const COLD = 'The cold wallet, which issued the delegation.';
const HOT_EXAMPLE = '0x0000000000000000000000000000000000000407';
const COLD_EXAMPLE = '0x00000000000000000000000000000000000c01d0';

export const to: Parameter = {
  ...party,
  name: 'to',
  field: 'to',
  aliases: ['delegate'],
  description: HOT,
  example: HOT_EXAMPLE,
};
export const from: Parameter = {
  ...party,
  name: 'from',
  field: 'from',
  aliases: ['vault'],
  description: COLD,
  example: COLD_EXAMPLE,
};
/** The same two under the names that some operations of the specification give them. */
export const delegate: Parameter = { ...to, name: 'delegate', aliases: ['to'] };
export const vault: Parameter = { ...from, name: 'vault', aliases: ['from'] };

export const contract: Parameter = {
  ...party,
  name: 'contract',
  field: 'contract',
  description: 'The contract of the token or collection.',
  example: '0xC011Ec7100000000000000000000000000000001',
};
export const tokenId: Parameter = {
  ...query,
  name: 'tokenId',
  field: 'tokenId',
  required: true,
  description: 'The token id, decimal or 0x-hex, up to 2^256-1.',
  schema: uint256,
  form: { type: 'string', pattern: '^(?:\\d{1,78}|0x[0-9a-fA-F]{1,64})$' },
  example: '7',
};
export const chain: Parameter = {
  ...query,
  name: 'chainId',
  field: 'chainId',
  description: 'The chain to ask. Without it, Ethereum mainnet.',
  schema: chainId,
  form: { type: 'integer', minimum: 1, default: 1 },
};
export const rightsParameter: Parameter = {
  ...query,
  name: 'rights',
  field: 'rights',
  description:
    'The right asked for, as bytes32. A delegation with full rights satisfies every right; one that is limited ' +
    'satisfies its own only. Without it: full rights.',
  schema: rights,
  form: { type: 'string', pattern: '^(?:|0x[0-9a-fA-F]{64})$' },
};
export const numbersParameter: Parameter = {
  ...query,
  name: 'numbers',
  field: 'numbers',
  description:
    'Token ids and balances are exact JSON integers of up to 78 digits. With "string" they come as decimal ' +
    'strings, for parsers that stop at 2^53.',
  schema: numbers,
  form: { type: 'string', enum: ['number', 'string'], default: 'number' },
};
export const wallet: Parameter = {
  ...party,
  name: 'wallet',
  field: 'wallet',
  in: 'path',
  description: 'The wallet whose delegations are listed, those it gave and those it was given.',
  example: COLD_EXAMPLE,
};
export const limitParameter: Parameter = {
  ...query,
  name: 'limit',
  field: 'limit',
  description:
    `Rows a page, at most ${MOST_ROWS}. Without \`limit\` and \`cursor\` the whole list comes, however long. ` +
    'The next page is in the Link header.',
  schema: limit,
  form: { type: 'integer', minimum: 1, maximum: MOST_ROWS },
};
export const cursorParameter: Parameter = {
  ...query,
  name: 'cursor',
  field: 'cursor',
  description: 'Continues a list after a page of it, at the same block. Take it from the Link header.',
  schema: cursor,
  form: { type: 'string', pattern: '^[\\w-]{1,400}$' },
};

const blockTagParameter: Parameter = {
  ...query,
  name: 'blockTag',
  field: 'blockTag',
  description:
    'The newest block that the service has read (`latest`), or the newest of it that the chain calls `safe` or `finalized`.',
  schema: z.enum(['latest', 'safe', 'finalized'], { error: 'must be "latest", "safe" or "finalized".' }),
  form: { type: 'string', enum: ['latest', 'safe', 'finalized'], default: 'latest' },
};
const atBlockParameter: Parameter = {
  ...query,
  name: 'atBlock',
  field: 'atBlock',
  description:
    "Answers for the end of this block: any since the registry's first. Of a block in which nothing happened the " +
    'answer may name the number only.',
  schema: blockNumber,
  form: { type: 'integer', minimum: 0 },
};
const atTimeParameter: Parameter = {
  ...query,
  name: 'atTime',
  field: 'atTime',
  description:
    'Answers for this time: seconds since 1970, or ISO 8601 with its zone. The block that is named is the last one by then in which ' +
    'something happened, or one after it.',
  schema: time,
  form: { type: 'string', examples: ['1767225600', '2026-01-01T00:00:00Z'] },
};
const minBlockParameter: Parameter = {
  ...query,
  name: 'minBlock',
  field: 'minBlock',
  description:
    'Answers for this block or a later one: waits for it up to 5 seconds, then says 503. Send the block of an answer before, or of ' +
    'your own transaction.',
  schema: blockNumber,
  form: { type: 'integer', minimum: 0 },
};
export const consistencyParameter: Parameter = {
  ...query,
  name: 'consistency',
  field: 'consistency',
  description:
    'With `strict`, only grants count that stood without interruption from the safe block to the latest, each with the smallest amount it ' +
    'had in between. A new grant counts once it is safe, a revocation counts at once. The answer names the latest block; where one node ' +
    'alone tells the newest blocks of a chain, it names the safe block.',
  schema: z.enum(['latest', 'strict'], { error: 'must be "latest" or "strict".' }),
  form: { type: 'string', enum: ['latest', 'strict'], default: 'latest' },
};
/** When: of every check and list. */
export const WHEN: readonly Parameter[] = [
  blockTagParameter,
  atBlockParameter,
  atTimeParameter,
  minBlockParameter,
  consistencyParameter,
];
export const explainParameter: Parameter = {
  ...query,
  name: 'explain',
  field: 'explain',
  description:
    'With `true`, the answer is an object: the value, the delegations that make it so, each with its transaction, and the block.',
  schema: z
    .enum(['true', 'false'], { error: 'must be "true" or "false".' })
    .transform((text) => text === 'true'),
  form: { type: 'boolean', default: false },
};
