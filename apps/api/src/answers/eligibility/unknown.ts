/** The parts of an answer that could not be read, and why. */
import type { Address } from '@mandate/core';
import { UNREADABLE, type UnreadableError } from '../chain/unreadable.ts';

export const UNKNOWN_REASONS = [
  'too_many_vaults',
  'too_many_tokens',
  'ids_unknown',
  'history_uncertain',
  'under_audit',
  'contract_failed',
  ...UNREADABLE,
] as const;

export interface Unknown {
  readonly reason: (typeof UNKNOWN_REASONS)[number];
  /** Says what to do next. */
  readonly detail: string;
  /** `null` if it is about no single holder. */
  readonly holder: Address | null;
}

export const TOO_MANY_VAULTS: Unknown = {
  reason: 'too_many_vaults',
  detail:
    'More vaults delegated to this wallet than one question reads, so only the oldest grants were read. Send `vault` to ask about one vault.',
  holder: null,
};

export function tooManyTokens(holder: Address): Unknown {
  const detail =
    'This vault granted more tokens one by one than one question reads. Send `tokenId` to ask about one token.';
  return { reason: 'too_many_tokens', detail, holder };
}

export function tooManyIds(holder: Address | null): Unknown {
  const detail =
    'There are more ids than one question reads. Send ids that you know to POST /tokens, at most 1,000, or fewer if there are many vaults.';
  return { reason: 'too_many_tokens', detail, holder };
}

export function idsUnknown(holder: Address | null): Unknown {
  const detail =
    'The contract does not list the ids of its holders, or not all of them, so there may be more. Send ids that you know to POST /tokens.';
  return { reason: 'ids_unknown', detail, holder };
}

/** Here it is about v1 alone: a time that could not be read has a reason of its own, of `UNREADABLE`. */
export function historyUncertain(holder: Address | null): Unknown {
  const detail =
    'A v1 vault revoked a delegation without naming the delegate, and no node kept the state that shows whom. Ask about another block.';
  return { reason: 'history_uncertain', detail, holder };
}

export function underAudit(holder: Address | null): Unknown {
  const detail =
    'The audit found that the records of a vault differ from the chain, so its grants do not count now. `/audit` shows the state. Try again later.';
  return { reason: 'under_audit', detail, holder };
}

export function contractFailed(holder: Address | null): Unknown {
  const detail =
    'The token contract failed, ran out of gas, or returned something else than a number or an address. Ask the makers of the contract.';
  return { reason: 'contract_failed', detail, holder };
}

export function contradicted(holder: Address): Unknown {
  const detail =
    'The contract names more tokens of this holder than its `balanceOf` does. Ask the makers of the contract.';
  return { reason: 'contract_failed', detail, holder };
}

export function unreadable({ reason, message }: UnreadableError, holder: Address | null = null): Unknown {
  return { reason, detail: message, holder };
}
