/** The result of one step of a half. */
import type { Delegation } from '@mandate/core';
import type { DifferenceKind, Finding, PassCounts, PassProgress } from '@mandate/store';
import type { Counted } from './tally.ts';

type NewFinding = Omit<Finding, 'passId'>;

export interface HalfStep {
  /** `null` if the step has to be repeated, in another way. */
  readonly progress: PassProgress | null;
  readonly counts: PassCounts;
  readonly findings: readonly NewFinding[];
  /** The nodes that showed differences which enough others deny, and how many. */
  readonly denied: ReadonlyMap<string, number>;
}

export interface Difference {
  readonly delegation: Delegation;
  readonly grant: string;
  readonly kind: DifferenceKind;
}

/** Makes findings of the differences that count, and counts those that are lies of a node. */
export function judge<T extends Difference>(
  of: Pick<Finding, 'chainId' | 'half'>,
  all: readonly Counted<T>[],
  describe: (difference: T) => object,
): Pick<HalfStep, 'findings' | 'denied'> {
  const denied = new Map<string, number>();
  for (const { nodes, verdict } of all) {
    if (verdict !== 'denied') continue;
    for (const node of nodes) denied.set(node, (denied.get(node) ?? 0) + 1);
  }
  const findings = all
    .filter(({ verdict }) => verdict !== 'denied')
    .map(({ value, nodes, verdict }) => ({
      ...of,
      registry: value.delegation.registry,
      vault: value.delegation.from,
      wallet: value.delegation.to,
      grant: value.grant,
      kind: value.kind,
      confirmed: verdict === 'confirmed',
      evidence: { ...describe(value), nodes },
    }));
  return { findings, denied };
}
