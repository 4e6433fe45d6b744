/** Proposals to the owners of Safes, which outlive the page: they are in the browser's storage until they end. */
import type { Sending } from './runs.ts';

export interface Proposal {
  /** The hash that Safe gives a transaction before it is executed. */
  readonly id: string;
  readonly sending: Sending;
}

const KEY = 'proposals';
const MAX_KEPT = 50;

const writeValue = (_: string, value: unknown) =>
  typeof value === 'bigint' ? { bigint: `${value}` } : value;
const readValue = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bigint' in value ? BigInt(String(value.bigint)) : value;

function read(): readonly Proposal[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]', readValue);
    return Array.isArray(kept) ? kept.filter(isProposal) : [];
  } catch {
    return [];
  }
}

/** An earlier version of the page may have written something else. */
function isProposal(kept: Partial<Proposal> | null): kept is Proposal {
  const { id, sending } = kept ?? {};
  const [first] = sending?.transactions ?? [];
  return (
    typeof id === 'string' && typeof sending?.network?.chainId === 'number' && Array.isArray(first?.writes)
  );
}

function write(next: readonly Proposal[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next.slice(-MAX_KEPT), writeValue));
  } catch {
    // Storage is blocked, so it is followed during this visit only.
  }
}

export const proposals = {
  /** Returns those of one Safe. */
  listOf: (safe: string, chainId: number): readonly Proposal[] =>
    read().filter(
      ({ sending: { network, transactions } }) =>
        network.chainId === chainId && transactions[0].from.toLowerCase() === safe.toLowerCase(),
    ),
  keep(proposal: Proposal): void {
    const others = read().filter(({ id }) => id !== proposal.id);
    if (others.length === read().length) write([...others, proposal]);
  },
  end({ id }: Sending): void {
    const kept = read();
    const left = kept.filter(({ sending }) => sending.id !== id);
    if (left.length < kept.length) write(left);
  },
};
