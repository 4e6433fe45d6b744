/** Short names for the report of a difference. */
import {
  type Address,
  type Delegation,
  describeRights,
  type Grant,
  type Rights,
  UNLIMITED,
} from '@mandate/core';
import type { Command, Step } from './history.ts';
import { CONTRACTS, KEYED, SMART } from './world.ts';

const NAMES = new Map<Address, string>([
  ...KEYED.map((wallet, i) => [wallet, `wallet ${i + 1}`] as const),
  ...SMART.map((wallet, i) => [wallet, `smart wallet ${i + 1}`] as const),
  ...CONTRACTS.map((contract, i) => [contract, `contract ${i + 1}`] as const),
]);

export function nameAddress(address: Address): string {
  return NAMES.get(address) ?? address;
}

export function nameScope(grant: Grant | Delegation): string {
  return [
    `${grant.registry} ${grant.kind}`,
    ...('contract' in grant ? [`of ${nameAddress(grant.contract)}`] : []),
    ...('tokenId' in grant ? [`token ${nameUint(grant.tokenId)}`] : []),
    ...('amount' in grant ? [`amount ${nameUint(grant.amount)}`] : []),
    ...('rights' in grant ? [`for ${nameRights(grant.rights)}`] : []),
  ].join(' ');
}

export function nameGrant(grant: Grant | Delegation): string {
  return `${nameAddress(grant.from)} → ${nameAddress(grant.to)}, ${nameScope(grant)}`;
}

export function nameStep(step: Step): string {
  switch (step.type) {
    case 'send':
      return nameCommand(step.command);
    case 'bundle':
      return `in one transaction: ${step.commands.map(nameCommand).join('; ')}`;
    case 'multicall':
      return `by multicall: ${step.commands.map(nameCommand).join('; ')}`;
    case 'mine':
      return step.blocks === 1 ? 'mine a block' : `mine ${step.blocks} blocks`;
    case 'reorg':
      return `replace the last ${step.depth} blocks, now with: ${step.commands.map(nameCommand).join('; ') || 'nothing'}`;
    case 'move':
      return `move a token or change its contract, by ${step.choice}`;
    case 'compare':
      return 'mine a block and compare';
  }
}

function nameCommand(command: Command): string {
  switch (command.write) {
    case 'grant':
      return `grant ${nameGrant(command.delegation)}`;
    case 'revoke':
      return `revoke ${nameGrant(command.grant)}`;
    case 'revokeAllDelegates':
      return `${nameAddress(command.from)} calls v1 revokeAllDelegates()`;
    case 'revokeDelegate':
      return `${nameAddress(command.from)} calls v1 revokeDelegate(${nameAddress(command.to)})`;
    case 'revokeSelf':
      return `${nameAddress(command.to)} calls v1 revokeSelf(${nameAddress(command.from)})`;
  }
}

function nameUint(value: bigint): string {
  return value === UNLIMITED ? '2^256-1' : String(value);
}

function nameRights(rights: Rights): string {
  const described = describeRights(rights);
  if (described.form === 'full') return 'all rights';
  return described.form === 'text' ? `"${described.text}"` : rights;
}
