/** The options `--verify`, `--rpc` and `--max-age`. */

import { readWhole, UsageError, type Values } from '../options.ts';
import { createNode, type Node } from './node.ts';

export const VERIFY_OPTIONS = ['verify', 'rpc', 'max-age'] as const;

/** The blocks that a verified answer may be of. */
export interface Verification {
  readonly nodes: readonly [Node, ...Node[]];
  /** `undefined` if the newest block of the nodes is the measure. */
  readonly maxAgeSeconds: number | undefined;
  readonly atBlock: number | undefined;
  readonly blockTag: 'latest' | 'safe' | 'finalized' | undefined;
}

/** Returns null without `--verify`. */
export function readVerification(values: Values, signal: AbortSignal | undefined): Verification | null {
  const { verify, rpc, 'max-age': maxAge, 'at-block': atBlock, 'block-tag': blockTag } = values;
  if (!verify) {
    if (rpc ?? maxAge) throw new UsageError('--rpc and --max-age belong to --verify.');
    return null;
  }
  if (values.strict)
    throw new UsageError('A proof shows one block, not the time since another one: use --block-tag safe.');
  if (values['at-time'])
    throw new UsageError('--verify needs a block: pass --at-block instead of --at-time.');
  if (values.explain) throw new UsageError('A proof needs no reasons: leave out --explain or --verify.');
  if (!rpc)
    throw new UsageError('--verify needs --rpc: the URL of a node that you trust, and not the service.');
  return {
    nodes: readNodes(rpc, signal),
    maxAgeSeconds: maxAge === undefined ? undefined : readWhole('max-age', maxAge),
    atBlock: atBlock === undefined ? undefined : readWhole('at-block', atBlock),
    // The check itself refuses other tags.
    blockTag: blockTag as Verification['blockTag'],
  };
}

export function readNodes(rpc: string, signal: AbortSignal | undefined): [Node, ...Node[]] {
  const [first = '', ...others] = rpc.split(',').map((url) => url.trim());
  const read = (url: string) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError('--rpc must be an http or https URL, or several, separated by commas.');
    return createNode(url, signal);
  };
  return [read(first), ...others.map(read)];
}
