import type { ConfiguredChain } from '@mandate/config';
import type { AuditState } from './bootstrap/audit.ts';
import type { Estimate } from './follow/backfill-estimate.ts';
import type { Step } from './follow/following.ts';

/** Receives what happens to the chains, to show or count it. */
export interface Observer {
  held(chain: ConfiguredChain): void;
  /** This process no longer follows the chain: another one does, or this one is stopping. */
  released(chain: ConfiguredChain): void;
  stepped(chain: ConfiguredChain, step: Step, tookMs: number): void;
  /** A backfill begins, or a better estimate is available. */
  estimated?(chain: ConfiguredChain, estimate: Estimate): void;
  /** A part of an imported ledger was proved. */
  audited?(chain: ConfiguredChain, state: AuditState): void;
  /** There is a decision for the operator. `null` if there is none. */
  noticed?(chain: ConfiguredChain, notice: string | null): void;
  failed(chain: ConfiguredChain, error: unknown): void;
}
