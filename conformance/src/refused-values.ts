/** The forms of parameters, and the values that each refuses, with their messages. */
import { COLD, MAX } from './grants.ts';
import { ROWS } from './interface-lines.ts';

/** Each of the two wallets of a check has two names. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  to: 'delegate',
  delegate: 'to',
  from: 'vault',
  vault: 'from',
};

const ZEROS = '0'.repeat(64);
/** The values that interface.md describes in words, by form and the last part of their line. */
const DESCRIBED: Readonly<Record<string, string>> = {
  'address.no-prefix': COLD.slice(2),
  'address.too-short': COLD.slice(0, -1),
  'address.too-long': `${COLD}0`,
  'address.not-hex': `${COLD.slice(0, -1)}g`,
  'address.full-width': `${COLD.slice(0, -1)}７`,
  'address.spaces': ` ${COLD}`,
  'address.line-end': `${COLD}\n`,
  'address.wrong-checksum': COLD.replace('beef', 'Beef'),
  'uint256.spaces': ' 7',
  'uint256.full-width': '７',
  'uint256.space-after': '7 ',
  'uint256.hex-too-long': `0x${ZEROS}7`,
  'uint256.too-large': String(MAX + 1n),
  'chainId.spaces': ' 1',
  'chainId.full-width': '１',
  'chainId.too-long': '1'.repeat(16),
  'rights.long-name': 'a-right-whose-name-is-longer-than-32-letters',
  'rights.too-short': `0x${ZEROS.slice(1)}`,
  'rights.too-long': `0x${ZEROS}0`,
  'rights.not-hex': `0x${ZEROS.slice(1)}g`,
  'rights.no-prefix': ZEROS,
  'rights.full-width': `0x${ZEROS.slice(1)}７`,
  'rights.spaces': ` 0x${ZEROS}`,
  'limit.spaces': ' 1',
  'cursor.too-long': 'a'.repeat(401),
  'cursor.garbage': 'abcdef',
  'cursor.json-of-another-shape': Buffer.from('[1,1,"v2"]').toString('base64url'),
  'blockNumber.spaces': ' 1',
  'blockNumber.full-width': '１',
  'blockNumber.too-long': '1'.repeat(16),
  'time.raw-plus': '2026-01-31T12:00:00 02:00',
  'time.spaces': ' 1767225600',
  'time.full-width': '１767225600',
};

const BYTES32 = 'must be 32 bytes: 0x and 64 hex digits.';
const NOT_OURS = 'is not valid: take it from the Link header of an earlier page.';
/** The message of each form, and of those of its lines that have another one. */
const MESSAGES: Readonly<Record<string, string>> = {
  address: 'must be an address: 0x and 40 hex digits. For an ENS name, ask /names?name= for its address.',
  'address.wrong-checksum': 'is an address whose checksum (EIP-55) is wrong',
  uint256: 'must be a whole number from 0 to 2^256-1',
  'uint256.too-large': 'must be at most 2^256-1.',
  chainId: 'must be the number of a chain, in decimal digits, e.g. 1 or 8453.',
  rights: BYTES32,
  'rights.name': `${BYTES32} For the right "claim" send 0x636c61696d${'0'.repeat(54)}`,
  'rights.long-name': 'A name of more than 32 letters is sent as its keccak-256 hash.',
  numbers: 'must be "number" or "string".',
  types: 'must be "scope" or "exact".',
  limit: 'must be a whole number from 1 to 1000.',
  'limit.too-large': 'must be at most 1000.',
  cursor: 'must be a cursor from the Link header of an earlier page.',
  'cursor.garbage': NOT_OURS,
  'cursor.json-of-another-shape': NOT_OURS,
  blockTag: 'must be "latest", "safe" or "finalized".',
  blockNumber: 'must be the number of a block, in decimal digits.',
  time: 'must be a time: seconds since 1970, or ISO 8601 with a time zone, e.g. 2026-01-31T12:00:00Z.',
  consistency: 'must be "latest" or "strict".',
  boolean: 'must be "true" or "false".',
};

/** Parameters that are not named like their form. */
const FORMS: Readonly<Record<string, string>> = {
  ...{ wallet: 'address', to: 'address', delegate: 'address', from: 'address', vault: 'address' },
  ...{ contract: 'address', tokenId: 'uint256', atBlock: 'blockNumber', minBlock: 'blockNumber' },
  ...{ atTime: 'time', explain: 'boolean', firstGrant: 'boolean', proof: 'boolean' },
};
export const formOf = (name: string): string => FORMS[name] ?? name;

/** The lines of forms that are a 400 whatever the chain is, each with a value and a part of the message. */
const REFUSED = ROWS.flatMap(({ id, cells: [written = '', answer = ''] }) => {
  const [, form = '', line = ''] = /^form\.(\w+)\.(.+)$/.exec(id) ?? [];
  const value = DESCRIBED[`${form}.${line}`] ?? (written === 'nothing' ? '' : /^`(.+)`$/.exec(written)?.[1]);
  const says = MESSAGES[`${form}.${line}`] ?? MESSAGES[form];
  return /^400(?! `)/.test(answer) && value !== undefined && says ? [{ form, line, value, says }] : [];
});

export const listRefused = (form: string) => REFUSED.filter((refused) => refused.form === form);
export const REFUSED_VALUES = [...new Set(REFUSED.map(({ value }) => value))];

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
  types: ['Types', 'type', 'typs'],
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
