/** The vaults under audit. The ledger's record of each differs from the chain, so nothing is answered about them. */
import type { Address, Registry } from '@mandate/core';
import type { AuditRecords, Mark } from '@mandate/store';

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
