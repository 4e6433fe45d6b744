/** Delegations and answers as JSON. */
import { type Address, type Answer, type Delegation, describeRights, type Registry } from '@mandate/core';
import { presentGrant, presentUint } from '@mandate/feed';
import { checksum } from '@mandate/read-model/checksum';
import type { PastBlock } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';
import type { Numbers } from '../request/parameters.ts';
import type { Unknown } from './eligibility/unknown.ts';
import type { ProvenAnswer } from './proofs/prove-question.ts';

export function presentAnswer(answer: Answer, numbers: Numbers | undefined) {
  return typeof answer === 'bigint' ? presentUint(answer, numbers) : answer;
}

/** Presents an answer with its proof, as `@mandate/sdk/proof` reads it. */
export function presentProven(proven: ProvenAnswer, numbers: Numbers | undefined) {
  const { answer, block, header, registry, slots, nodes } = proven;
  const { number, hash, timestamp } = block;
  return {
    value: presentAnswer(answer, numbers),
    block: { number, hash, timestamp, header },
    proof: { registry: checksum(registry), slots, nodes },
  };
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
  if (known instanceof ProblemError) return { chainId, known: false as const, ...presentProblem(known) };
  const { registries, block, safeBlock } = known;
  return { chainId, known: true as const, registries, block, safeBlock: safeBlock ?? undefined };
}

/** Spells each address once, however often an answer has it: a checksum is a hash. */
export function createSpeller(): (address: Address) => string {
  const spelled = new Map<Address, string>();
  return (address) => {
    const known = spelled.get(address) ?? checksum(address);
    spelled.set(address, known);
    return known;
  };
}

/** Returns the time at which rights of the expiring form end, in seconds since 1970. `null` if they name none. */
function findExpiry(delegation: Delegation): number | null {
  const form = 'rights' in delegation ? describeRights(delegation.rights) : null;
  return form?.form === 'expiring' ? form.expiresAt : null;
}

/** Presents a grant with the time that its rights end, if they name one, and the block since which it stands. */
export function presentGrantSince(
  delegation: Delegation,
  block: number,
  numbers: Numbers | undefined,
  spell = checksum,
) {
  return { ...presentGrant(delegation, numbers, spell), expiresAt: findExpiry(delegation), block };
}

/** Presents the block of an answer, with the chain that it is of. */
export function presentBlock(
  chainId: number,
  { number, hash, timestamp }: PastBlock,
  safeNumber: number | null = null,
) {
  return { chainId, number, hash, timestamp, safeNumber };
}

export function presentUnknown({ reason, detail, holder }: Unknown) {
  return { reason, detail, holder: holder && checksum(holder) };
}
