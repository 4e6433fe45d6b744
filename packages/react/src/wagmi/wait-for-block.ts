import { BlockNotReachedError, type Client, checkAll } from '@mandate/sdk';

/** The service waits a few seconds for a block by itself. */
const MAX_WAIT_MS = 30_000;

interface WrittenBlock {
  readonly from: `0x${string}`;
  readonly to: `0x${string}`;
  readonly chainId: number;
  readonly block: number;
}

/** Returns false if the service does not have the block in time, or cannot tell. */
export async function waitForBlock(client: Client, { block, ...asked }: WrittenBlock): Promise<boolean> {
  for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline; ) {
    try {
      await checkAll(client, { ...asked, minBlock: block });
      return true;
    } catch (error) {
      // The transaction is in its block, whatever the service says.
      if (!(error instanceof BlockNotReachedError)) return false;
    }
  }
  return false;
}
