/** The rejected values of each parameter format, with their messages. */
import { COLD } from './samples.ts';

export type Form =
  | 'address'
  | 'uint256'
  | 'chainId'
  | 'rights'
  | 'numbers'
  | 'limit'
  | 'cursor'
  | 'blockTag'
  | 'blockNumber'
  | 'time'
  | 'consistency'
  | 'boolean';

export const FORMS: Readonly<Record<string, Form>> = {
  wallet: 'address',
  to: 'address',
  delegate: 'address',
  from: 'address',
  vault: 'address',
  contract: 'address',
  tokenId: 'uint256',
  chainId: 'chainId',
  rights: 'rights',
  numbers: 'numbers',
  limit: 'limit',
  cursor: 'cursor',
  blockTag: 'blockTag',
  atBlock: 'blockNumber',
  atTime: 'time',
  minBlock: 'blockNumber',
  consistency: 'consistency',
  explain: 'boolean',
  firstGrant: 'boolean',
  proof: 'boolean',
};

export interface Refused {
  /** The last part of its line, as in `form.address.no-prefix`. */
  readonly line: string;
  readonly value: string;
  /** A part of the message. */
  readonly says: string;
}

const table =
  (says: string) =>
  (rows: Readonly<Record<string, string>>): Refused[] =>
    Object.entries(rows).map(([line, value]) => ({ line, value, says }));

const digits = COLD.slice(2);
const WHOLE = 'must be a whole number from 0 to 2^256-1';
const BYTES32 = 'must be 32 bytes: 0x and 64 hex digits.';

export const REFUSED: Readonly<Record<Form, readonly Refused[]>> = {
  address: [
    ...table('must be an address: 0x and 40 hex digits. Names are not resolved.')({
      empty: '',
      'no-prefix': digits,
      'too-short': COLD.slice(0, -1),
      'too-long': `${COLD}0`,
      'not-hex': `${COLD.slice(0, -1)}g`,
      'full-width': `${COLD.slice(0, -1)}７`,
      name: 'vitalik.eth',
      spaces: ` ${COLD}`,
      'line-end': `${COLD}\n`,
    }),
    ...table('is an address whose checksum (EIP-55) is wrong')({
      'wrong-checksum': COLD.replace('beef', 'Beef'),
    }),
  ],
  uint256: [
    ...table(WHOLE)({
      empty: '',
      word: 'seven',
      negative: '-1',
      plus: '+7',
      fraction: '7.0',
      exponent: '1e0',
      spaces: ' 7',
      'space-after': '7 ',
      separators: '1_000',
      'full-width': '７',
      'hex-empty': '0x',
      'hex-not-hex': '0xseven',
      'hex-too-long': `0x${'0'.repeat(64)}7`,
    }),
    {
      line: 'too-large',
      value: '115792089237316195423570985008687907853269984665640564039457584007913129639936',
      says: 'must be at most 2^256-1.',
    },
  ],
  chainId: table('must be the number of a chain, in decimal digits, e.g. 1 or 8453.')({
    empty: '',
    word: 'mainnet',
    hex: '0x1',
    negative: '-1',
    plus: '+1',
    fraction: '1.0',
    exponent: '1e0',
    spaces: ' 1',
    'full-width': '１',
    'too-long': '1'.repeat(16),
  }),
  rights: [
    {
      line: 'name',
      value: 'claim',
      says: `${BYTES32} For the right "claim" send 0x636c61696d000000000000000000000000000000000000000000000000000000`,
    },
    {
      line: 'long-name',
      value: 'a-right-whose-name-is-longer-than-32-letters',
      says: 'A name of more than 32 letters is sent as its keccak-256 hash.',
    },
    ...table(BYTES32)({
      'too-short': `0x${'0'.repeat(63)}`,
      'too-long': `0x${'0'.repeat(65)}`,
      'not-hex': `0x${'0'.repeat(63)}g`,
      'no-prefix': '0'.repeat(64),
      'full-width': `0x${'0'.repeat(63)}７`,
      spaces: ` 0x${'0'.repeat(64)}`,
    }),
  ],
  numbers: table('must be "number" or "string".')({ empty: '', word: 'foo', 'upper-case': 'STRING' }),
  limit: [
    ...table('must be a whole number from 1 to 1000.')({
      empty: '',
      zero: '0',
      word: 'abc',
      negative: '-1',
      fraction: '1.5',
      exponent: '1e2',
      spaces: ' 1',
      'much-too-large': '10000',
    }),
    { line: 'too-large', value: '1001', says: 'must be at most 1000.' },
  ],
  cursor: [
    ...table('must be a cursor from the Link header of an earlier page.')({
      empty: '',
      'other-letters': 'not a cursor!',
      'too-long': 'a'.repeat(401),
    }),
    ...table('is not valid: take it from the Link header of an earlier page.')({
      garbage: 'abcdef',
      'json-of-another-shape': Buffer.from('[1,1,"v2"]').toString('base64url'),
    }),
  ],
  blockTag: table('must be "latest", "safe" or "finalized".')({
    empty: '',
    word: 'pending',
    'upper-case': 'SAFE',
    number: '1',
  }),
  blockNumber: table('must be the number of a block, in decimal digits.')({
    empty: '',
    word: 'latest',
    hex: '0x1',
    negative: '-1',
    plus: '+1',
    fraction: '1.0',
    exponent: '1e0',
    spaces: ' 1',
    'full-width': '１',
    'too-long': '1'.repeat(16),
  }),
  time: table('must be a time: seconds since 1970, or ISO 8601 with a time zone, e.g. 2026-01-31T12:00:00Z.')(
    {
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
  ),
  consistency: table('must be "latest" or "strict".')({
    empty: '',
    word: 'eventual',
    'upper-case': 'STRICT',
  }),
  boolean: table('must be "true" or "false".')({ empty: '', word: 'yes', number: '1', 'upper-case': 'TRUE' }),
};

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
