/** Parses the API's JSON into the domain's types. */
import {
  type Address,
  type Answer,
  createDelegation,
  type Delegation,
  getKindOfRecord,
  parseAddress,
  parseRights,
  type Question,
  type Registry,
} from '@mandate/core';

/** Writes a question as the parameters of a check. */
export function parametersOf(question: Question): Record<string, string> {
  const { from, to } = question;
  return {
    from,
    to,
    ...('contract' in question ? { contract: question.contract } : {}),
    ...('tokenId' in question ? { tokenId: String(question.tokenId) } : {}),
    ...('rights' in question ? { rights: question.rights } : {}),
  };
}

/** Reads the value of a check with `numbers=string`. */
export function readAnswer(value: unknown): Answer {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw new TypeError(`A check was answered with ${JSON.stringify(value)}.`);
  return BigInt(value);
}

/** A delegation of either registry with `numbers=string`. */
export interface DelegationJson {
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
  readonly vault?: string;
  readonly delegate?: string;
  readonly contract: string | null;
  readonly tokenId: string | null;
  readonly rights?: string | null;
  readonly tokenType?: string | null;
  readonly amount?: string | null;
}

export function readDelegation(registry: Registry, row: DelegationJson): Delegation {
  return createDelegation({
    registry,
    kind: getKindOfRecord(registry, row.type, row.tokenType ?? null),
    from: addressOf(row.from ?? row.vault),
    to: addressOf(row.to ?? row.delegate),
    contract: row.contract === null ? null : parseAddress(row.contract),
    tokenId: row.tokenId === null ? null : BigInt(row.tokenId),
    rights: row.rights ? parseRights(row.rights) : null,
    amount: row.amount ? BigInt(row.amount) : null,
  });
}

function addressOf(text: string | undefined): Address {
  if (!text) throw new Error('A record has no wallets.');
  return parseAddress(text);
}
