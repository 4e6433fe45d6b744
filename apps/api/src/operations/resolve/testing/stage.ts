/** The API over ledgers of several chains that a test writes itself. */
import { type LedgerApi, startLedgerApi, UNFOLLOWED } from '@mandate/testing/service/ledger-api';

const [v1, v2] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

/** Serves the chains from 1 on. The last has no v1. */
export function startStage(count: number): Promise<LedgerApi> {
  const opened = Array.from({ length: count }, (_, i) => i + 1);
  const entries = opened.map((chainId) => {
    return [chainId, { ...UNFOLLOWED, registries: chainId < count ? { v1, v2 } : { v2 } }];
  });
  return startLedgerApi({ served: Object.fromEntries(entries), opened });
}

export interface Answer {
  readonly wallets: {
    address: string;
    grants: { chainId: number; broadest: unknown; narrowest: unknown }[];
  }[];
  readonly chains: Record<string, unknown>[];
  readonly next: string | null;
}
