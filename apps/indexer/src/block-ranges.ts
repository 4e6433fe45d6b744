/** How many blocks to ask for at once: as many as the node bears. */
import { NodeUnavailableError, RpcError } from './rpc-errors.ts';

const FIRST = 10;
const MOST = 100_000;
/** So many logs in one answer are enough. */
const MANY_LOGS = 5_000;

export interface BlockRanges {
  readonly size: number;
  succeeded(blocks: number, logs: number): void;
  /** Makes the range smaller. False when the error is none that a smaller range could mend. */
  failed(blocks: number, error: unknown): boolean;
  /** The blocks hold too much for one step. */
  shrink(blocks: number): void;
}

export function createBlockRanges(): BlockRanges {
  let size = FIRST;
  let most = MOST;
  return {
    get size() {
      return size;
    },
    succeeded(blocks, logs) {
      if (blocks < size) return;
      if (logs > MANY_LOGS) size = Math.max(1, Math.floor(size / 2));
      else if (logs < MANY_LOGS / 4) size = Math.min(most, size * 2);
    },
    failed(blocks, error) {
      const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      const tooMuch = errors.some((each) => each instanceof RpcError || each instanceof NodeUnavailableError);
      if (!tooMuch || blocks === 1) return false;
      const hints = errors
        .flatMap((each) => (each instanceof RpcError ? listHints(each.said) : []))
        .filter((hint) => hint.blocks >= 1 && hint.blocks < blocks);
      const limits = hints.filter(({ always }) => always).map((hint) => hint.blocks);
      size = Math.min(...(hints.length > 0 ? hints.map((hint) => hint.blocks) : [Math.floor(blocks / 2)]));
      // What the node has said it allows holds; what was right for these blocks may have been chance.
      most = Math.min(most, ...limits);
      return true;
    },
    shrink(blocks) {
      size = Math.ceil(blocks / 2);
    },
  };
}

interface Hint {
  readonly blocks: number;
  /** It holds for every range, not just for one with as many logs. */
  readonly always: boolean;
}

/** A range that would have been answered: [0x1, 0x64], or 1-100. */
const RANGES = [/(0x[0-9a-f]+)[\s,-]+(0x[0-9a-f]+)/gi, /range\s+\[?(\d+)\s*[,-]\s*(\d+)/gi];
/** A number of blocks: "a 2K block range", "max range: 5,000", and not "a limit of 10000 logs". */
const LIMITS = [
  /(\d[\d,]*)\s*(k?)[\s-]*blocks?\b/gi,
  /(?:max|limit|up to|at most)(?:(?!result|log|size|response)\D){0,30}(\d[\d,]*)\s*(k?)\b(?!\s*(?:result|log))/gi,
];

/** Many nodes say what they would have answered. */
function listHints(said: string): Hint[] {
  const ranges = RANGES.flatMap((wording) => [...said.matchAll(wording)]);
  const limits = LIMITS.flatMap((wording) => [...said.matchAll(wording)]);
  return [
    ...ranges.map(([, first, last]) => ({ blocks: Number(last) - Number(first) + 1, always: false })),
    ...limits.map(([, count = '', thousands]) => ({
      blocks: Number(count.replaceAll(',', '')) * (thousands ? 1_000 : 1),
      always: true,
    })),
  ];
}
