/** Asks about grants that the ledger does not have: storage should not have them either. */
import { createDelegation, type Delegation, findAmount, grantOf, identify } from '@mandate/core';
import type { AuditStore } from '@mandate/store';

/** One such question for this many rows. */
const ROWS_PER_QUESTION = 50;

/**
 * Makes grants from the parts of real ones: a grant of one row, to the wallet of another. A grant that was left out of
 * the ledger more likely has such parts than random ones.
 */
export async function listFalse(
  chainId: number,
  rows: readonly Delegation[],
  at: number,
  store: AuditStore,
  random: () => number = Math.random,
): Promise<Delegation[]> {
  const pick = () => rows[Math.floor(random() * rows.length)];
  const mixed = new Map<string, Delegation>();
  for (let i = 0; i < Math.ceil(rows.length / ROWS_PER_QUESTION); i++) {
    const [of, other] = [pick(), pick()];
    if (!of || !other) continue;
    const grant = createDelegation({
      ...grantOf(of),
      to: other.to,
      amount: findAmount(of) ?? undefined,
    } as never);
    mixed.set(identify(grant), grant);
  }
  const questions = [...mixed.values()];
  const stood = await store.listStood(chainId, at, questions.map(grantOf), []);
  const real = new Set([...stood.map(({ delegation }) => identify(delegation)), ...rows.map(identify)]);
  return questions.filter((question) => !real.has(identify(question)));
}
