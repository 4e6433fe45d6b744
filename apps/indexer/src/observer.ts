import type { ConfiguredChain } from '@mandate/config';
import type { AuditState } from './bootstrap/audit.ts';
import type { Step } from './follow/following.ts';
import type { Estimate } from './observe/backfill-estimate.ts';

/** What happens to the chains, told to whoever shows or counts it. */
export interface Observer {
  held(chain: ConfiguredChain): void;
  /** Another process follows the chain, or nobody does and we are ending. */
  released(chain: ConfiguredChain): void;
  stepped(chain: ConfiguredChain, step: Step, tookMs: number): void;
  /** A backfill begins, or its pace is known better. */
  estimated?(chain: ConfiguredChain, estimate: Estimate): void;
  /** A part of an imported ledger was proved. */
  audited?(chain: ConfiguredChain, state: AuditState): void;
  /** Something of the chain is for the operator to decide. Null: nothing is. */
  noticed?(chain: ConfiguredChain, notice: string | null): void;
  failed(chain: ConfiguredChain, error: unknown): void;
}
