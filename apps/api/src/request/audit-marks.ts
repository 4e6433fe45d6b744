/** The vaults under audit. The ledger's record of each differs from the chain, so nothing is answered about them. */
import type { Address, Registry } from '@mandate/core';
import type { Mark } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';

export type AuditMarks = ReturnType<typeof createAuditMarks>;

const keyOf = (registry: Registry, address: Address) => `${registry}:${address}`;

/** Keeps the marks of one chain, as they were read last. */
export function createAuditMarks() {
  let vaults: ReadonlySet<string> = new Set();
  let wallets: ReadonlySet<string> = new Set();
  let registries: ReadonlySet<Registry> = new Set();

  return {
    sample(marks: readonly Mark[]): void {
      if (marks.length === 0 && vaults.size === 0) return;
      vaults = new Set(marks.map(({ registry, vault }) => keyOf(registry, vault)));
      wallets = new Set(marks.flatMap((mark) => mark.wallets.map((wallet) => keyOf(mark.registry, wallet))));
      registries = new Set(marks.map(({ registry }) => registry));
    },
    isMarked: (registry: Registry, vault: Address) => vaults.size > 0 && vaults.has(keyOf(registry, vault)),
    /** Tells whether a marked vault has ever delegated to the wallet, or should have. */
    isNamed: (registry: Registry, wallet: Address) =>
      wallets.size > 0 && wallets.has(keyOf(registry, wallet)),
    hasAny: (registry: Registry) => registries.has(registry),
    count: () => vaults.size,
  };
}

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
export function findAuditMarkOfReceiver(
  { name, auditMarks }: MarkedChain,
  { registry, to }: { readonly registry: Registry; readonly to: Address },
): ProblemError | null {
  return auditMarks.isNamed(registry, to) ? underAudit('a vault that names this wallet', name) : null;
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
