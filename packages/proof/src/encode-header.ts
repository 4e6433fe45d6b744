/** Encodes the header of a block that a node reports, so that its hash can be computed. */
import type { Hex } from './hex.ts';
import { ProofError } from './proof-error.ts';

/** The order in which a block's hash covers its fields. */
const FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
] as const;

/** Forks added these, in this order. A header ends with the last one that its fork has. */
const FORK_FIELDS = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const;

/** JSON-RPC writes numbers without leading zeros; the hash covers their bytes. */
const NUMBERS: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
]);

/** A block as JSON-RPC reports it. It may have fields that its hash does not cover. */
export type RpcBlock = { readonly [Field in (typeof FIELDS)[number]]: string } & {
  readonly [Field in (typeof FORK_FIELDS)[number]]?: string | null | undefined;
};

/**
 * Encodes the header of a block. A block of a chain or fork with other fields encodes to a header with another hash
 * than the block's: compare them.
 */
export function encodeHeader(block: RpcBlock): Hex {
  const count = FORK_FIELDS.findLastIndex((field) => typeof block[field] === 'string') + 1;
  const payload = [...FIELDS, ...FORK_FIELDS.slice(0, count)]
    .map((field) => encodeField(block, field))
    .join('');
  return `0x${encodeLength(payload, 0xc0)}${payload}`;
}

function encodeField(block: RpcBlock, field: keyof RpcBlock): string {
  const value = block[field];
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value))
    throw new ProofError('header', `The node's block has no "${field}" in hex.`);
  let digits = value.slice(2).toLowerCase();
  if (NUMBERS.has(field)) digits = digits.replace(/^0+/, '');
  if (digits.length % 2) digits = `0${digits}`;
  const isOwnEncoding = digits.length === 2 && digits < '80';
  return isOwnEncoding ? digits : encodeLength(digits, 0x80) + digits;
}

function encodeLength(payload: string, offset: number): string {
  const length = payload.length / 2;
  if (length <= 55) return (offset + length).toString(16);
  const digits = length.toString(16);
  const bytes = digits.length % 2 ? `0${digits}` : digits;
  return (offset + 55 + bytes.length / 2).toString(16) + bytes;
}
