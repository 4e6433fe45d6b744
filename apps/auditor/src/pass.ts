/** One pass over a chain: both halves, a step at a time. Its progress is in the database, so any process continues it. */
import type { AuditPass, AuditRecords, Checkpoint } from '@mandate/store';
import type { HalfStep } from './halves/half.ts';
import type { LogsHalf } from './halves/logs-half.ts';
import type { StorageHalf } from './halves/storage-half.ts';

export type PassStep =
  | {
      readonly type: 'stepped';
      readonly step: HalfStep;
      readonly reported: number;
      readonly differences: number;
    }
  | { readonly type: 'finished'; readonly pass: AuditPass }
  /** There is nothing to compare yet. */
  | { readonly type: 'waiting' };

export interface PassParts {
  readonly records: AuditRecords;
  readonly logs: LogsHalf;
  readonly storage: StorageHalf;
  /** Returns the calls to the chain's nodes since the last time. */
  takeCalls(): number;
}

/** Keeps findings, marks vaults, and adds to the counts of the pass. */
export async function keepStep(
  { records, takeCalls }: Pick<PassParts, 'records' | 'takeCalls'>,
  passId: number,
  step: HalfStep,
): Promise<{ readonly reported: number; readonly differences: number }> {
  const kept = await records.findings.keep(step.findings.map((finding) => ({ ...finding, passId })));
  await records.passes.advance(passId, step.progress, { ...step.counts, ...kept, calls: takeCalls() });
  return kept;
}

/**
 * Takes the next step of a pass. Storage comes first, because its differences are wrong answers about now; the logs show
 * what storage can't.
 */
export async function stepPass(parts: PassParts, pass: AuditPass, checkpoint: Checkpoint): Promise<PassStep> {
  if (pass.proved && pass.scannedBlock >= pass.untilBlock) {
    await parts.records.passes.finish(pass.id);
    return { type: 'finished', pass };
  }
  const step = pass.proved ? await parts.logs(pass) : await parts.storage.step(pass, checkpoint);
  if (!step) return { type: 'waiting' };
  return { type: 'stepped', step, ...(await keepStep(parts, pass.id, step)) };
}
