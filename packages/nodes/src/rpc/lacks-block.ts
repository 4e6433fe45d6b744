/** Tells from a node's error whether it lacks a block. */
import { RpcError } from './errors.ts';

const LACKS_BLOCK = [
  /\b(?:header|block|resource)\b[^.]{0,40}\bnot found\b/i,
  /unknown block|unable to find block|\bblock is out of range|BlockOutOfRange/i,
  /beyond (?:the )?(?:current |latest |chain )*head|(?:than|after) (?:the )?(?:latest|current|head)\b/i,
];

/** Returns whether a node's error says that it does not have a block. */
export function lacksBlock(error: unknown): boolean {
  return (
    error instanceof RpcError && !error.isRevert && LACKS_BLOCK.some((wording) => wording.test(error.said))
  );
}
