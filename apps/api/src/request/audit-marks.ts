/** The vaults under audit. The ledger's record of each differs from the chain, so nothing is answered about them. */
import type { Address, Registry } from '@mandate/core';
import type { AuditRecords, Mark } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';

export type AuditMarks = ReturnType<typeof createAuditMarks>;

const keyOf = (registry: Registry, address: Address) => `${registry}:${address}`;

export type IsNamed = AuditRecords['isNamed'];

/** Keeps the marks of one chain, as they were read last. The wallets that they concern may be any number, and are looked up. */
export function createAuditMarks(chainId: number, isNamed: IsNamed) {
  let vaults: ReadonlySet<string> = new Set();
  let registries: ReadonlySet<Registry> = new Set();
  let listed: readonly Address[] = [];

  return {
    sample(marks: readonly Mark[]): void {
      if (marks.length === 0 && vaults.size === 0) return;
      vaults = new Set(marks.map(({ registry, vault }) => keyOf(registry, vault)));
      registries = new Set(marks.map(({ registry }) => registry));
      listed = [...new Set(marks.map(({ vault }) => vault))];
    },
    isMarked: (registry: Registry, vault: Address) => vaults.size > 0 && vaults.has(keyOf(registry, vault)),
    /**
     * Tells whether a marked vault has ever delegated to the wallet, or should have. Ask before the rows are read, and then
     * read them from the database: a repair may end the mark at any time.
     */
    isNamed: async (registry: Registry, wallet: Address) =>
      registries.has(registry) && (await isNamed(chainId, registry, wallet)),
    hasAny: (registry: Registry) => registries.has(registry),
    count: () => vaults.size,
    /** Lists the marked vaults, each once. */
    vaults: (): readonly Address[] => listed,
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
