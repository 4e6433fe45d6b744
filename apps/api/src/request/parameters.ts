/** The parameters that several operations share. */
import { parseRights, parseRightsIdentifier, REGISTRY_IDS, rightsFromText, UNLIMITED } from '@mandate/core';
import { z } from 'zod';
import { address } from './address.ts';
import type { About, Parameter, ValuesOf } from './read-parameters.ts';

export const uint256 = z
  .string()
  .regex(
    /^(?:\d{1,78}|0[xX][0-9a-fA-F]{1,64})$/,
    'must be a whole number from 0 to 2^256-1, in decimal digits or as 0x and hex digits.',
  )
  .transform(BigInt)
  .refine((value) => value <= UNLIMITED, 'must be at most 2^256-1.');

/** Most people send the name of the right: show them the form that the registry compares. */
function explainRights(text: string): string {
  const must = 'must be 32 bytes: 0x and 64 hex digits.';
  if (/^0x/i.test(text) || !/^[\x20-\x7e]+$/.test(text)) return must;
  return text.length <= 32
    ? `${must} For the right "${text}" send ${rightsFromText(text)}`
    : `${must} A name of more than 32 letters is sent as its keccak-256 hash.`;
}

export const MAX_ROWS = 1_000;
export const DEFAULT_ROWS = 100;

export const blockNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of a block, in decimal digits.')
  .transform(Number);

/** JavaScript reads a day that its month does not have as one of the next month. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A date without its zone would mean another time elsewhere. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))$/;
/** A time in seconds since 1970. */
export const time = z.string().transform((text, context) => {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const ms = ISO_TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return Math.floor(ms / 1_000);
  const message =
    'must be a time: seconds since 1970, or ISO 8601 with a time zone, e.g. 2026-01-31T12:00:00Z.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Creates a parameter of the query that may be left out. */
export function inQuery<Value>(
  name: string,
  schema: z.ZodType<Value, string>,
  more: About,
): Parameter<Value, false> {
  return { name, aliases: [], in: 'query', required: false, schema: schema.meta({ ...more }) };
}

/** Makes a parameter a part of the path, which can't be left out. */
export function inPath<Value>(parameter: Parameter<Value>): Parameter<Value, true> {
  return { ...parameter, in: 'path', required: true };
}

const listOfWords = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Creates a parameter that is one of a few words. The first is the default. */
export function choice<const Word extends string>(name: string, words: readonly Word[], description: string) {
  const error = `must be ${listOfWords.format(words.map((word) => `"${word}"`))}.`;
  const form = { type: 'string', enum: words, default: words[0] };
  return inQuery(name, z.enum(words, { error }), { description, form });
}

/** Creates a parameter of the query that must be sent, under any of its names. */
function required<Value>(
  [name = '', ...aliases]: readonly string[],
  schema: z.ZodType<Value, string>,
  more: About,
): Parameter<Value, true> {
  return { name, aliases, in: 'query', required: true, schema: schema.meta({ ...more }) };
}

const HOT = {
  description: 'The hot wallet that wants to act.',
  example: '0x0000000000000000000000000000000000000407',
};
const COLD = {
  description: 'The cold wallet that gives the delegation.',
  example: '0x00000000000000000000000000000000000c01d0',
};

export const to = required(['to', 'delegate'], address, HOT);
export const from = required(['from', 'vault'], address, COLD);
/** The same two under the names that some operations of the specification give them. */
export const delegate = required(['delegate', 'to'], address, HOT);
export const vault = required(['vault', 'from'], address, COLD);

export const contract = required(['contract'], address, {
  description: 'The token contract.',
  example: '0xC011eC7100000000000000000000000000000001',
});
export const tokenId = required(['tokenId'], uint256, {
  description: 'The token id, in decimal digits or as 0x and hex digits.',
  example: '7',
  form: { type: 'string', pattern: '^(?:\\d{1,78}|0[xX][0-9a-fA-F]{1,64})$' },
});
export const chainId = inQuery(
  'chainId',
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be the number of a chain, in decimal digits, e.g. 1 or 8453.')
    .transform(Number),
  {
    description: 'The chain to ask. The default is Ethereum mainnet.',
    form: { type: 'integer', minimum: 1, default: 1 },
  },
);
const CHAIN_IDS = /^(?:all|\d{1,15}(?:,\d{1,15})*)$/;

export const chainIds = inQuery(
  'chainIds',
  z
    .string()
    .regex(CHAIN_IDS, 'must be numbers of chains, separated by commas, e.g. 1,8453, or "all".')
    .transform((text) => (text === 'all' ? undefined : [...new Set(text.split(',').map(Number))])),
  {
    description:
      'The chains to search, separated by commas, e.g. 1,8453. `all` means every chain that is served.',
    form: { type: 'string', pattern: CHAIN_IDS.source, default: 'all' },
  },
);
export const rights = inQuery(
  'rights',
  z
    .string()
    .regex(/^(?:|0[xX][0-9a-fA-F]{64})$/, { error: ({ input }) => explainRights(String(input)) })
    .transform((text) => (text === '' ? undefined : parseRights(text))),
  {
    description:
      'The right that is needed, as bytes32. A delegation with full rights satisfies every right; a limited one satisfies only ' +
      'its own. Without this parameter, only full rights satisfy.',
  },
);
const MUST_BE_IDENTIFIER = 'must be the 24-byte identifier of the right: 0x and 48 hex digits.';

/** Many people send the rights of a delegation: show them the part that is compared. */
export function explainIdentifier(text: string): string {
  if (!/^0[xX][0-9a-fA-F]{64}$/.test(text)) return MUST_BE_IDENTIFIER;
  return `${MUST_BE_IDENTIFIER} These are 32 bytes, which end in an expiry. Send the first 24: ${text.slice(0, 50)}`;
}

export const rightsIdentifier = inQuery(
  'rights',
  z
    .string()
    .regex(/^(?:|0[xX][0-9a-fA-F]{48})$/, { error: ({ input }) => explainIdentifier(String(input)) })
    .transform((text) => (text === '' ? undefined : parseRightsIdentifier(text))),
  {
    description:
      'The right, as its 24-byte identifier: the first 24 bytes of the rights of a delegation. A delegation whose identifier is zero is ' +
      'global: it counts for every right, after those of the right itself. Without this parameter, only global ones count.',
    form: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{48}$', default: `0x${'00'.repeat(24)}` },
  },
);

/** Rights of a question that may be about exclusive delegates: 32 bytes, or then 24. */
export const rightsOfEither = inQuery(
  'rights',
  z.string().regex(/^(?:|0[xX][0-9a-fA-F]{48}(?:[0-9a-fA-F]{16})?)$/, {
    error: ({ input }) => explainRights(String(input)),
  }),
  {
    description:
      'The right that is needed, as bytes32. A delegation with full rights satisfies every right; a limited one satisfies only its own. ' +
      'Without this parameter, only full rights satisfy. Every v1 delegation has full rights. With `exclusive=true`, it is the 24-byte identifier.',
    form: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{48}(?:[0-9a-fA-F]{16})?$' },
  },
);

/** A grant that is not safe yet may end exclusive rights of another wallet, so no rule is on the safe side for both. */
export const NOT_STRICT_IF_EXCLUSIVE =
  'cannot be "strict" for exclusive delegates. Send blockTag=safe instead.';

const REGISTRY_NAMES = /^v[12](?:,v[12])*$/;
export const registries = inQuery(
  'registries',
  z
    .string()
    .regex(REGISTRY_NAMES, 'must be "v1", "v2" or "v1,v2".')
    .transform((text) => REGISTRY_IDS.filter((registry) => text.split(',').includes(registry))),
  {
    description: 'The registries to search: `v1`, `v2` or `v1,v2`.',
    form: { type: 'string', pattern: REGISTRY_NAMES.source, default: 'v1,v2' },
  },
);
export const numbers = choice(
  'numbers',
  ['number', 'string'],
  'Token ids and amounts are exact JSON integers of up to 78 digits. With `string` they are decimal strings, for parsers ' +
    'that are exact only up to 2^53.',
);
export const types = choice(
  'types',
  ['scope', 'exact'],
  'With `exact`, the `type` of a token delegation is the standard of its token: `ERC721`, `ERC1155` or `ERC20` instead of `TOKEN`. The v1 registry ' +
    'records no standard, so its token delegations stay `TOKEN`.',
);
export type ListTypes = 'scope' | 'exact';
export const wallet = inPath(
  inQuery('wallet', address, {
    description: 'The wallet that gave or received the delegations.',
    example: COLD.example,
  }),
);
export const claimant = required(['wallet'], address, {
  description: 'The wallet that wants to claim.',
  example: HOT.example,
});
export const limit = inQuery(
  'limit',
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `must be a whole number from 1 to ${MAX_ROWS}.`)
    .transform(Number)
    .refine((value) => value <= MAX_ROWS, `must be at most ${MAX_ROWS}.`),
  {
    description:
      `Rows per page, at most ${MAX_ROWS}. Without \`limit\` and \`cursor\` the answer is the whole list. ` +
      'The `Link` header has the next page.',
    form: { type: 'integer', minimum: 1, maximum: MAX_ROWS },
  },
);
export const cursor = inQuery(
  'cursor',
  z.string().regex(/^[\w-]{1,400}$/, 'must be a cursor from the Link header of an earlier page.'),
  { description: 'Continues the list at the same block. Take it from the `Link` header of a page.' },
);

const blockTag = choice(
  'blockTag',
  ['latest', 'safe', 'finalized'],
  'Answers for the newest block that the service has read (`latest`), or the newest one that the chain calls `safe` or `finalized`.',
);
const atBlock = inQuery('atBlock', blockNumber, {
  description:
    "Answers for the end of this block, which may be any block since the registry's first. If nothing happened in it, the " +
    'answer may lack its hash and timestamp.',
  form: { type: 'integer', minimum: 0 },
});
const atTime = inQuery('atTime', time, {
  description:
    'Answers for this time: seconds since 1970, or ISO 8601 with a time zone. The headers name a block that is not later; nothing ' +
    'happened between the two.',
  form: { type: 'string', examples: ['1767225600', '2026-01-01T00:00:00Z'] },
});
const minBlock = inQuery('minBlock', blockNumber, {
  description:
    'Answers for this block or a later one. The service waits for it up to 5 seconds, then answers 503. Send the block of an ' +
    'earlier answer, or of your own transaction.',
  form: { type: 'integer', minimum: 0 },
});
export const consistency = choice(
  'consistency',
  ['latest', 'strict'],
  'With `strict`, a grant counts only if it was in force without interruption from the safe block to the latest, with the smallest amount ' +
    'that it had in between. So a new grant counts once it is safe, and a revocation counts at once. The answer names the latest block; if ' +
    'only one node reports the newest blocks of the chain, it names the safe block.',
);
/** Every check and list takes these: they say which block is asked about. */
export const WHEN = { blockTag, atBlock, atTime, minBlock, consistency };
export type When = ValuesOf<typeof WHEN>;
export type { Numbers } from '@mandate/feed';

/** Creates a parameter that is off unless it is `true`. */
export function flag(name: string, description: string): Parameter<boolean, false> {
  const schema = z
    .enum(['true', 'false'], { error: 'must be "true" or "false".' })
    .transform((text) => text === 'true');
  return inQuery(name, schema, { description, form: { type: 'boolean', default: false } });
}

export const explain = flag(
  'explain',
  'With `true`, the answer is an object: the value, the delegations that satisfy the check, each with its transaction, and the block.',
);
export const proof = flag(
  'proof',
  'With `true`, the answer is an object: the value, the block with its header, and a Merkle proof of the storage that decides the check. ' +
    'Anyone who knows the hash of the block can verify it without trusting this service. It counts as five requests, and takes neither ' +
    '`explain=true` nor `consistency=strict`.',
);
