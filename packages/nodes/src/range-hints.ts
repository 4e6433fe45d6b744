/** Finds in a node's refusal of a range how many blocks it would have accepted. */
import { getLogsRetryHelper } from '@ponder/utils';
import { numberToHex } from 'viem/utils';
import type { RpcError } from './rpc/errors.ts';

/** Longer text adds no information. */
const MAX_TEXT = 1_000;
/** A wording that the library does not know: a range that would have been accepted, e.g. 100-5000. */
const RANGE = /range\s+\[?(\d+)\s*[,-]\s*(\d+)/gi;
/** A number of blocks: "a 2K block range", "max range: 5,000", but not "a limit of 10000 logs". */
const LIMITS = [
  /(\d[\d,]*)\s*(k?)[\s-]*blocks?\b/gi,
  /(?:max|limit|up to|at most)(?:(?!result|log|size|response)\D){0,40}(\d[\d,]*)\s*(k?)\b(?!\s*(?:result|log))/gi,
];

/** Returns a number of blocks from 1 to less than requested. `null` if the node suggests none. */
export function suggestBlocks({ code, said }: Pick<RpcError, 'code' | 'said'>, asked: number): number | null {
  const text = said.slice(0, MAX_TEXT);
  const isLess = (blocks: number | null) => blocks !== null && blocks >= 1 && blocks < asked;
  const known = suggestKnown(code, text, asked);
  if (isLess(known)) return known;
  const hints = listHints(text).filter(isLess);
  return hints.length > 0 ? Math.min(...hints) : null;
}

function suggestKnown(code: number, text: string, asked: number): number | null {
  if (!isHarmless(text)) return null;
  const { shouldRetry, ...hint } = getLogsRetryHelper({
    error: { code, message: text } as Parameters<typeof getLogsRetryHelper>[0]['error'],
    params: [{ fromBlock: numberToHex(1), toBlock: numberToHex(asked) }],
  });
  const [first] = hint.ranges ?? [];
  if (!shouldRetry || !first || !('isSuggestedRange' in hint && hint.isSuggestedRange)) return null;
  return Number(first.toBlock) - Number(first.fromBlock) + 1;
}

/** The library loops forever on some limits of 0 ("Max range: 0x3e8" is one), and on a range that ends before it begins. */
function isHarmless(text: string): boolean {
  const ranges = [...text.matchAll(/\[0x([0-9a-f]+),\s*0x([0-9a-f]+)\]/gi)];
  const rest = text.replaceAll(/\[0x[0-9a-f]+,\s*0x[0-9a-f]+\]/gi, 'range');
  return (
    ranges.every(([, first, last]) => BigInt(`0x${first}`) <= BigInt(`0x${last}`)) &&
    !/(?<![\w.,])[0,.]+(?!\d)/.test(rest)
  );
}

function listHints(text: string): number[] {
  const limits = LIMITS.flatMap((wording) => [...text.matchAll(wording)]);
  return [
    ...[...text.matchAll(RANGE)].map(([, first, last]) => Number(last) - Number(first) + 1),
    ...limits.map(([, count = '', k]) => Number(count.replaceAll(',', '')) * (k ? 1_000 : 1)),
  ];
}
