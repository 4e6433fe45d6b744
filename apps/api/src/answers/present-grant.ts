/** A delegation of either registry as JSON, under one set of names. */
import { type Delegation, KINDS } from '@mandate/core';
import type { Standing } from '@mandate/store';
import { checksum } from '../request/checksum.ts';

/** Writes the fields of a record, without its braces. v1 knows neither rights nor kinds of tokens: they are null. */
export function grantFields(d: Delegation, numbers: 'number' | 'string'): string {
  const uint = (value: bigint) => (numbers === 'string' ? `"${value}"` : String(value));
  return (
    `"registry":"${d.registry}","type":"${KINDS[d.kind].type}","from":"${checksum(d.from)}","to":"${checksum(d.to)}",` +
    `"contract":${'contract' in d ? `"${checksum(d.contract)}"` : 'null'},` +
    `"tokenId":${'tokenId' in d ? uint(d.tokenId) : 'null'},` +
    `"rights":${'rights' in d ? `"${d.rights}"` : 'null'},"tokenType":${JSON.stringify(KINDS[d.kind].tokenType)},` +
    `"amount":${'amount' in d ? uint(d.amount) : 'null'}`
  );
}

/** Writes a delegation and where it began. */
export function presentStanding(
  { delegation, block, transaction, timestamp }: Standing,
  numbers: 'number' | 'string' = 'number',
): string {
  return `{${grantFields(delegation, numbers)},"block":${block},"transaction":"${transaction}","since":${timestamp}}`;
}
