/** Describes changes of delegations in words. */
import { type Address, type Delegation, describeRights, type Effect, UNLIMITED } from '@mandate/core';
import { formatUnits, getAddress } from 'viem';
import { findName } from './cast.ts';
import { findCollection } from './collections.ts';

export interface Description {
  readonly from: string;
  readonly verb: 'grants' | 'revokes' | 'changes';
  readonly rest: string;
}

/** Takes the effects of one change: a grant, a revocation, or both for a new amount. */
export function describeEffects(effects: readonly Effect[]): Description | null {
  const [first, second] = effects;
  if (!first) return null;
  const { delegation } = second ?? first;
  const [from, to] = [describeWallet(delegation.from), describeWallet(delegation.to)];
  const what = describeScope(delegation) + describeLimits(delegation);
  if (second) {
    const amounts = `from ${describeAmount(first.delegation)} to ${describeAmount(delegation)}`;
    return { from, verb: 'changes', rest: `${what} of ${to} ${amounts}` };
  }
  if (first.type === 'ended') return { from, verb: 'revokes', rest: `${what} of ${to}` };
  const amount = 'amount' in delegation ? `${describeAmount(delegation)} ` : '';
  return { from, verb: 'grants', rest: `${amount}${what} to ${to}` };
}

const describeWallet = (address: Address) => findName(address) ?? shorten(address);

function shorten(address: Address): string {
  const text = getAddress(address);
  return `${text.slice(0, 6)}…${text.slice(-4)}`;
}

function describeScope(delegation: Delegation): string {
  if (delegation.kind === 'all') return 'ALL';
  const kind = delegation.kind.toUpperCase();
  const name = findCollection(delegation.contract)?.name ?? shorten(delegation.contract);
  return 'tokenId' in delegation ? `${kind} ${name} #${delegation.tokenId}` : `${kind} ${name}`;
}

/** Returns an empty text for full rights in v2. */
function describeLimits(delegation: Delegation): string {
  if (delegation.registry === 'v1') return ' (v1)';
  const rights = describeRights(delegation.rights);
  if (rights.form === 'text') return ` (${rights.text})`;
  if (rights.form !== 'expiring') return '';
  return ` (claim until ${new Date(1000 * rights.expiresAt).toISOString().slice(0, 10)})`;
}

function describeAmount(delegation: Delegation): string {
  if (!('amount' in delegation)) return '';
  const { amount, contract } = delegation;
  if (amount === UNLIMITED) return 'unlimited';
  const collection = findCollection(contract);
  return formatUnits(amount, collection && 'decimals' in collection ? collection.decimals : 0);
}
