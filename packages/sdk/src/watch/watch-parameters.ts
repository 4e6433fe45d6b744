import type { ReachedBlock } from '../block.ts';
import type { OfChanges } from '../client/parameters.ts';
import type { ChainDoubt } from '../generated/changes.ts';

export interface WatchChangesParameters extends OfChanges {
  /**
   * Gets, after each connect, the block that each chain has been read up to. Ask with it as `minBlock`, and no answer is
   * older than the beginning of the stream.
   */
  readonly onConnect?: ((reached: readonly ReachedBlock[]) => void) | undefined;
  /**
   * Gets everything that checks are answered 503 for, after each connect and whenever that changes: what you built from
   * their changes is unknown. `null` if there is no connection, so nothing is known.
   */
  readonly onUnknown?: ((unknown: readonly ChainDoubt[] | null) => void) | undefined;
}
