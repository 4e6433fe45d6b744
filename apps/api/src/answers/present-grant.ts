/** A delegation of either registry as JSON, under one set of names. Written out by hand: JSON.stringify knows no uint256. */
import type { Delegation } from '@mandate/core';
import type { Standing } from '@mandate/store';
import { checksum } from './checksum.ts';

/** What a delegation covers, in the words of the interface. */
export const TYPES = {
  all: 'ALL',
  contract: 'CONTRACT',
  token: 'TOKEN',
  erc721: 'TOKEN',
  erc20: 'TOKEN',
  erc1155: 'TOKEN',
} as const;

/** The fields of a record, without its braces. v1 knows neither rights nor kinds of tokens: they are null. */
export function grantFields(d: Delegation, numbers: 'number' | 'string'): string {
  const uint = (value: bigint) => (numbers === 'string' ? `"${value}"` : String(value));
  return (
    `"registry":"${d.registry}","type":"${TYPES[d.kind]}","from":"${checksum(d.from)}","to":"${checksum(d.to)}",` +
    `"contract":${'contract' in d ? `"${checksum(d.contract)}"` : 'null'},` +
    `"tokenId":${'tokenId' in d ? uint(d.tokenId) : 'null'},` +
    `"rights":${'rights' in d ? `"${d.rights}"` : 'null'},"tokenType":${tokenType(d)},` +
    `"amount":${'amount' in d ? uint(d.amount) : 'null'}`
  );
}

function tokenType({ kind }: Delegation): string {
  return kind === 'erc721' || kind === 'erc20' || kind === 'erc1155' ? `"${kind.toUpperCase()}"` : 'null';
}

/** A delegation and where it began. */
export function presentStanding(
  { delegation, block, transaction, timestamp }: Standing,
  numbers: 'number' | 'string' = 'number',
): string {
  return `{${grantFields(delegation, numbers)},"block":${block},"transaction":"${transaction}","since":${timestamp}}`;
}
