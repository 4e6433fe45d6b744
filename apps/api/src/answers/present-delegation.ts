/** A delegation as JSON, in the words of each registry's list. */
import { type Address, type Delegation, KINDS, type Registry } from '@mandate/core';
import { checksum } from '../request/checksum.ts';

export type Present = (delegation: Delegation) => string;

/** Creates a presenter for one list. It keeps addresses: the list's wallet is in every row, and contracts come often. */
export function createPresent(version: Registry, numbers: 'number' | 'string' = 'number'): Present {
  const known = new Map<Address, string>();
  const address = (value: Address): string => {
    let text = known.get(value);
    if (text === undefined) {
      text = `"${checksum(value)}"`;
      if (known.size < MAX_KNOWN) known.set(value, text);
    }
    return text;
  };
  const uint = (value: bigint) => (numbers === 'string' ? `"${value}"` : String(value));
  const scope = (d: Delegation) =>
    `"contract":${'contract' in d ? address(d.contract) : 'null'},"tokenId":${'tokenId' in d ? uint(d.tokenId) : 'null'}`;

  if (version === 'v1') {
    return (d) =>
      `{"type":"${KINDS[d.kind].type}","delegate":${address(d.to)},"vault":${address(d.from)},${scope(d)}}`;
  }
  return (d) =>
    `{"type":"${KINDS[d.kind].type}","from":${address(d.from)},"to":${address(d.to)},${scope(d)},` +
    `"rights":"${'rights' in d ? d.rights : ''}","tokenType":${JSON.stringify(KINDS[d.kind].tokenType)},` +
    `"amount":${'amount' in d ? uint(d.amount) : 'null'}}`;
}

const MAX_KNOWN = 1_000;
