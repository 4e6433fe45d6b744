/** A delegation as JSON, in the words of each version. Written out by hand: JSON.stringify knows no uint256. */
import type { Address, Delegation, Registry } from '@mandate/core';
import { checksum } from './checksum.ts';
import { TYPES } from './present-grant.ts';

export type Present = (delegation: Delegation) => string;

/** For one list: the wallet whose list it is stands in every row, and contracts come again and again. */
export function createPresent(version: Registry, numbers: 'number' | 'string' = 'number'): Present {
  const known = new Map<Address, string>();
  const address = (value: Address): string => {
    let text = known.get(value);
    if (text === undefined) {
      text = `"${checksum(value)}"`;
      if (known.size < MOST_KNOWN) known.set(value, text);
    }
    return text;
  };
  const uint = (value: bigint) => (numbers === 'string' ? `"${value}"` : String(value));
  const scope = (d: Delegation) =>
    `"contract":${'contract' in d ? address(d.contract) : 'null'},"tokenId":${'tokenId' in d ? uint(d.tokenId) : 'null'}`;

  if (version === 'v1') {
    return (d) =>
      `{"type":"${TYPES[d.kind]}","delegate":${address(d.to)},"vault":${address(d.from)},${scope(d)}}`;
  }
  return (d) =>
    `{"type":"${TYPES[d.kind]}","from":${address(d.from)},"to":${address(d.to)},${scope(d)},` +
    `"rights":"${'rights' in d ? d.rights : ''}","tokenType":${tokenType(d)},` +
    `"amount":${'amount' in d ? uint(d.amount) : 'null'}}`;
}

const MOST_KNOWN = 1_000;

function tokenType({ kind }: Delegation): string {
  return kind === 'all' || kind === 'contract' ? 'null' : `"${kind.toUpperCase()}"`;
}
