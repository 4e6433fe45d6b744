/** A change as JSON. */
import type { LoggedChange } from '@mandate/store';
import { grantFields } from '../../answers/present-grant.ts';

export interface ChainChange extends LoggedChange {
  readonly chainId: number;
}

export function presentChange(change: ChainChange, numbers: 'number' | 'string'): string {
  const { chainId, type, undone, delegation, amountBefore: before, at, timestamp } = change;
  const amountBefore = before === null ? 'null' : numbers === 'string' ? `"${before}"` : String(before);
  return (
    `{"chainId":${chainId},"change":"${type}","undone":${undone},${grantFields(delegation, numbers)},` +
    `"amountBefore":${amountBefore},"block":${at.block},"log":${at.log},"transaction":"${at.tx}",` +
    `"timestamp":${timestamp}}`
  );
}
