/** Delegations and answers as JSON. */
import { type Address, type Answer, type Delegation, KINDS, type Registry } from '@mandate/core';
import type { PastBlock } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';
import { checksum } from '../request/checksum.ts';
import type { Numbers } from '../request/parameters.ts';

declare global {
  interface JSON {
    /** Returns what `stringify` writes as this text. */
    rawJSON(text: string): object;
  }
}

const MAX_KNOWN = 1_000;

/** Presents every digit of a uint256, which JSON.stringify does not know. A small one is faster as a number. */
export function presentUint(value: bigint, numbers: Numbers = 'number') {
  if (numbers === 'string') return String(value);
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : JSON.rawJSON(String(value));
}

export function presentAnswer(answer: Answer, numbers: Numbers | undefined) {
  return typeof answer === 'bigint' ? presentUint(answer, numbers) : answer;
}

export function presentProblem({ code, message }: ProblemError) {
  return { code, detail: message };
}

/** A chain that was asked, and the block of its answers, or why there are none. */
export interface AskedChain {
  readonly chainId: number;
  readonly known: KnownChain | ProblemError;
}

interface KnownChain {
  readonly block: PastBlock;
  readonly safeBlock: number | null;
  readonly registries?: readonly Registry[];
}

export function presentChain({ chainId, known }: AskedChain) {
  if (known instanceof ProblemError) return { chainId, known: false, ...presentProblem(known) };
  const { registries, block, safeBlock } = known;
  return { chainId, known: true, registries, block, safeBlock: safeBlock ?? undefined };
}

/** Presents a delegation of either registry under one set of names. v1 knows neither rights nor kinds of tokens. */
export function presentGrant(d: Delegation, numbers: Numbers | undefined) {
  return {
    registry: d.registry,
    type: KINDS[d.kind].type,
    from: checksum(d.from),
    to: checksum(d.to),
    contract: 'contract' in d ? checksum(d.contract) : null,
    tokenId: 'tokenId' in d ? presentUint(d.tokenId, numbers) : null,
    rights: 'rights' in d ? d.rights : null,
    tokenType: KINDS[d.kind].tokenType,
    amount: 'amount' in d ? presentUint(d.amount, numbers) : null,
  };
}

/**
 * Creates a presenter of the rows of one list, in the words of its registry. Lists are long: it writes the text itself, and
 * keeps addresses, as the list's wallet is in every row, and contracts come often.
 */
export function createPresentRow(registry: Registry, numbers: Numbers = 'number') {
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

  if (registry === 'v1') {
    return (d: Delegation) =>
      `{"type":"${KINDS[d.kind].type}","delegate":${address(d.to)},"vault":${address(d.from)},${scope(d)}}`;
  }
  return (d: Delegation) =>
    `{"type":"${KINDS[d.kind].type}","from":${address(d.from)},"to":${address(d.to)},${scope(d)},` +
    `"rights":"${'rights' in d ? d.rights : ''}","tokenType":${JSON.stringify(KINDS[d.kind].tokenType)},` +
    `"amount":${'amount' in d ? uint(d.amount) : 'null'}}`;
}
