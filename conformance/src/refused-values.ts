/** The forms of parameters, and the values that each refuses, with their messages. */
import { COLD } from './grants.ts';

/** Each of the two wallets of a check has two names. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  to: 'delegate',
  delegate: 'to',
  from: 'vault',
  vault: 'from',
};

const digits = COLD.slice(2);
/** What is no whole number in decimal digits. */
const noNumbers = (digit: string, fullWidth: string) => ({
  empty: '',
  negative: '-1',
  plus: `+${digit}`,
  fraction: `${digit}.0`,
  exponent: '1e0',
  spaces: ` ${digit}`,
  'full-width': fullWidth,
});
const NO_ID = { ...noNumbers('1', '１'), hex: '0x1', 'too-long': '1'.repeat(16) };
const BYTES32 = 'must be 32 bytes: 0x and 64 hex digits.';
const TOO_LARGE = '115792089237316195423570985008687907853269984665640564039457584007913129639936';

/** By form and message, the last part of the line of each value, as in `form.address.no-prefix`. */
const REFUSALS = {
  address: {
    'must be an address: 0x and 40 hex digits. Names are not resolved.': {
      empty: '',
      'no-prefix': digits,
      'too-short': COLD.slice(0, -1),
      'too-long': `${COLD}0`,
      'not-hex': `${COLD.slice(0, -1)}g`,
      'full-width': `${COLD.slice(0, -1)}７`,
      name: 'vitalik.eth',
      spaces: ` ${COLD}`,
      'line-end': `${COLD}\n`,
    },
    'is an address whose checksum (EIP-55) is wrong': { 'wrong-checksum': COLD.replace('beef', 'Beef') },
  },
  uint256: {
    'must be a whole number from 0 to 2^256-1': {
      ...noNumbers('7', '７'),
      word: 'seven',
      'space-after': '7 ',
      separators: '1_000',
      'hex-empty': '0x',
      'hex-not-hex': '0xseven',
      'hex-too-long': `0x${'0'.repeat(64)}7`,
    },
    'must be at most 2^256-1.': { 'too-large': TOO_LARGE },
  },
  chainId: {
    'must be the number of a chain, in decimal digits, e.g. 1 or 8453.': { ...NO_ID, word: 'mainnet' },
  },
  rights: {
    [`${BYTES32} For the right "claim" send 0x636c61696d${'0'.repeat(54)}`]: { name: 'claim' },
    'A name of more than 32 letters is sent as its keccak-256 hash.': {
      'long-name': 'a-right-whose-name-is-longer-than-32-letters',
    },
    [BYTES32]: {
      'too-short': `0x${'0'.repeat(63)}`,
      'too-long': `0x${'0'.repeat(65)}`,
      'not-hex': `0x${'0'.repeat(63)}g`,
      'no-prefix': '0'.repeat(64),
      'full-width': `0x${'0'.repeat(63)}７`,
      spaces: ` 0x${'0'.repeat(64)}`,
    },
  },
  numbers: { 'must be "number" or "string".': { empty: '', word: 'foo', 'upper-case': 'STRING' } },
  limit: {
    'must be a whole number from 1 to 1000.': {
      empty: '',
      zero: '0',
      word: 'abc',
      negative: '-1',
      fraction: '1.5',
      exponent: '1e2',
      spaces: ' 1',
      'much-too-large': '10000',
    },
    'must be at most 1000.': { 'too-large': '1001' },
  },
  cursor: {
    'must be a cursor from the Link header of an earlier page.': {
      empty: '',
      'other-letters': 'not a cursor!',
      'too-long': 'a'.repeat(401),
    },
    'is not valid: take it from the Link header of an earlier page.': {
      garbage: 'abcdef',
      'json-of-another-shape': Buffer.from('[1,1,"v2"]').toString('base64url'),
    },
  },
  blockTag: {
    'must be "latest", "safe" or "finalized".': {
      empty: '',
      word: 'pending',
      'upper-case': 'SAFE',
      number: '1',
    },
  },
  blockNumber: { 'must be the number of a block, in decimal digits.': { ...NO_ID, word: 'latest' } },
  time: {
    'must be a time: seconds since 1970, or ISO 8601 with a time zone, e.g. 2026-01-31T12:00:00Z.': {
      empty: '',
      word: 'yesterday',
      date: '2026-01-31',
      'no-such-day': '2026-02-30T12:00:00Z',
      'no-zone': '2026-01-31T12:00:00',
      'zone-name': '2026-01-31T12:00:00 UTC',
      'a-space-for-T': '2026-01-31 12:00:00Z',
      'lower-case': '2026-01-31t12:00:00z',
      'no-such-month': '2026-13-31T12:00:00Z',
      'no-such-hour': '2026-01-31T25:00:00Z',
      'no-such-zone': '2026-01-31T12:00:00+24:00',
      'raw-plus': '2026-01-31T12:00:00 02:00',
      negative: '-1',
      fraction: '1767225600.5',
      exponent: '1e9',
      hex: '0x6955b900',
      spaces: ' 1767225600',
      'full-width': '１767225600',
      milliseconds: '1767225600000',
    },
  },
  consistency: {
    'must be "latest" or "strict".': { empty: '', word: 'eventual', 'upper-case': 'STRICT' },
  },
  boolean: { 'must be "true" or "false".': { empty: '', word: 'yes', number: '1', 'upper-case': 'TRUE' } },
} satisfies Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Parameters that are not named like their form. */
const FORMS: Readonly<Record<string, keyof typeof REFUSALS>> = {
  ...{ wallet: 'address', to: 'address', delegate: 'address', from: 'address', vault: 'address' },
  ...{ contract: 'address', tokenId: 'uint256', atBlock: 'blockNumber', minBlock: 'blockNumber' },
  ...{ atTime: 'time', explain: 'boolean', firstGrant: 'boolean', proof: 'boolean' },
};
export const formOf = (name: string): string => FORMS[name] ?? name;

export interface Refused {
  /** The last part of its line. */
  readonly line: string;
  readonly value: string;
  /** A part of the message. */
  readonly says: string;
}

export function listRefused(form: string): Refused[] {
  const refusals = (REFUSALS as Readonly<Record<string, Readonly<Record<string, object>>>>)[form];
  if (!refusals) throw new RangeError(`The suite knows no values that the form "${form}" refuses.`);
  return Object.entries(refusals).flatMap(([says, values]) =>
    Object.entries(values).map(([line, value]) => ({ line, value, says })),
  );
}

export const REFUSED_VALUES = [
  ...new Set(Object.keys(REFUSALS).flatMap((form) => listRefused(form).map(({ value }) => value))),
];

/** Misspelled names of known parameters, each of which is rejected. */
export const NEAR_MISSES: Readonly<Record<string, readonly string[]>> = {
  to: ['To', 'TO', 'hot', 'hotWallet'],
  delegate: ['Delegate', 'delagate', 'delegates'],
  from: ['From', 'form', 'cold', 'delegator'],
  vault: ['Vault', 'vualt'],
  contract: ['Contract', 'contracts', 'contact', 'contractAddress', 'address'],
  tokenId: ['token_id', 'tokenid', 'tokenID', 'token-id', 'tokenId[]'],
  chainId: ['chainid', 'chain_id', 'chainID', 'ChainId', 'chain', 'network'],
  rights: ['Rights', 'right'],
  numbers: ['Numbers', 'number'],
  limit: ['Limit', 'limits', 'pageSize'],
  cursor: ['Cursor', 'curser'],
  blockTag: ['blocktag', 'block_tag', 'BlockTag', 'blockTags'],
  atBlock: ['atblock', 'at_block', 'AtBlock', 'atBlocks'],
  atTime: ['attime', 'at_time', 'at-time', 'atTimes'],
  minBlock: ['minblock', 'min_block', 'MinBlock', 'minBlocks'],
  consistency: ['Consistency', 'consistancy'],
  explain: ['Explain', 'explian', 'explains'],
  firstGrant: ['firstgrant', 'first_grant', 'FirstGrant', 'firstGrants'],
  proof: ['Proof', 'prof', 'proofs'],
};
