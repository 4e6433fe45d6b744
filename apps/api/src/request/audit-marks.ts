/** The problems of questions about vaults under audit. */
import type { Address, Registry } from '@mandate/core';
import type { AuditMarks } from '@mandate/feed';
import { ProblemError } from '../http/problems.ts';

/** A chain, by the name that answers give it. */
interface MarkedChain {
  readonly name: string;
  readonly auditMarks: AuditMarks;
}

/** Returns the problem of a question about what a vault granted, if the vault is under audit. */
export function findAuditMark(
  { name, auditMarks }: MarkedChain,
  { registry, from }: { readonly registry: Registry; readonly from: Address },
): ProblemError | null {
  return auditMarks.isMarked(registry, from) ? underAudit('this vault', name) : null;
}

/** Returns the problem of a question about what a wallet was granted, if one of the vaults is under audit. */
export async function findAuditMarkOfReceiver(
  { name, auditMarks }: MarkedChain,
  { registry, to }: { readonly registry: Registry; readonly to: Address },
): Promise<ProblemError | null> {
  return (await auditMarks.isNamed(registry, to)) ? underAudit('a vault that names this wallet', name) : null;
}

/** Returns the problem of a question about all vaults of a chain, if one of them is under audit. */
export function findAnyAuditMark(
  { name, auditMarks }: MarkedChain,
  registries: readonly Registry[],
): ProblemError | null {
  return registries.some(auditMarks.hasAny) ? underAudit('some vaults', name) : null;
}

function underAudit(of: string, chain: string): ProblemError {
  const detail = `The audit found that the records of ${of} on ${chain} differ from the chain. They are not used until an operator has repaired them; /audit shows the state.`;
  return new ProblemError('under_audit', detail);
}
