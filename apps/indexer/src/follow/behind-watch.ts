import type { Block, Marks, Writer } from '@mandate/store';

/** Servers behind one address may differ for a few seconds. */
const BEHIND_TIMEOUT_MS = 10_000;

/** Watches nodes whose newest block is below the ledger's. After a while, logs that once and records their head. */
export function createBehindWatch(
  chainId: number,
  { noteHead }: Pick<Writer, 'noteHead'>,
  warn: (message: string) => void,
  now: () => number,
) {
  let since: number | null = null;
  let noted: number | null = null;
  return {
    async look(block: Block, { head }: Marks): Promise<void> {
      if (head >= block.number) {
        [since, noted] = [null, null];
        return;
      }
      since ??= now();
      if (now() - since < BEHIND_TIMEOUT_MS || noted === head) return;
      if (noted === null)
        warn(
          `the nodes are at block ${head}, below the ledger's block ${block.number}: they lag, or the chain dropped ` +
            'its newest blocks. The ledger waits for them; if they stay behind, use other nodes',
        );
      await noteHead(chainId, block, head);
      noted = head;
    },
  };
}
