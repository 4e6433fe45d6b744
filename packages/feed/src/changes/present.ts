/** Changes and delegations as JSON. */
import { type Address, type Delegation, KINDS } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import type { LoggedChange } from '@mandate/store';

/** How a uint256 is written: as a number with all its digits, or as a string. */
export type Numbers = 'number' | 'string';

declare global {
  interface JSON {
    /** Returns what `stringify` writes as this text. */
    rawJSON(text: string): object;
  }
}

/** Presents every digit of a uint256, which JSON.stringify does not know. A small one is faster as a number. */
export function presentUint(value: bigint, numbers: Numbers = 'number') {
  if (numbers === 'string') return String(value);
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : JSON.rawJSON(String(value));
}

/** Presents a delegation of either registry under one set of names. v1 knows neither rights nor kinds of tokens. `spell` writes addresses. */
export function presentGrant(
  d: Delegation,
  numbers: Numbers | undefined,
  spell: (address: Address) => string = checksum,
) {
  return {
    registry: d.registry,
    type: KINDS[d.kind].type,
    from: spell(d.from),
    to: spell(d.to),
    contract: 'contract' in d ? spell(d.contract) : null,
    tokenId: 'tokenId' in d ? presentUint(d.tokenId, numbers) : null,
    rights: 'rights' in d ? d.rights : null,
    tokenType: KINDS[d.kind].tokenType,
    amount: 'amount' in d ? presentUint(d.amount, numbers) : null,
  };
}

/** Presents a change of a chain's log as the feed has it. */
export function presentChange(chainId: number, change: LoggedChange, numbers: Numbers | undefined) {
  const { stamp, type, undone, delegation, amountBefore, at, timestamp } = change;
  return {
    id: `${chainId}-${stamp}`,
    chainId,
    change: type,
    undone,
    ...presentGrant(delegation, numbers),
    amountBefore: amountBefore === null ? null : presentUint(amountBefore, numbers),
    block: at.block,
    log: at.log,
    transaction: at.tx,
    timestamp,
  };
}
