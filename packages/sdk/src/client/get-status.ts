import type { ChainStatus, NodeStatus, Status } from '../answers.ts';
import type { Client } from './create-client.ts';
import type { Options } from './parameters.ts';
import { array, bytes32, flag, number, object, oneOf, orNull, text, whole } from './read-json.ts';
import { readJson } from './reply.ts';

const readNode = object<NodeStatus>({
  label: text,
  state: oneOf(['agreed', 'behind', 'outvoted', 'undecided', 'failed', 'state_only', 'unknown']),
  inQuorum: orNull(flag),
  head: orNull(whole),
  outvoted: whole,
  lastOutvoted: orNull(whole),
  lastError: orNull(object({ kind: text, timestamp: whole })),
  today: orNull(object({ calls: whole, cost: orNull(number) })),
});

const readStatus = object<Status>({
  chains: array(
    object<ChainStatus>({
      chainId: whole,
      name: text,
      state: oneOf(['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted']),
      detail: orNull(text),
      indexed: orNull(object({ number: whole, hash: bytes32, timestamp: whole })),
      head: orNull(whole),
      safe: orNull(whole),
      finalized: orNull(whole),
      lagBlocks: orNull(whole),
      lagSeconds: orNull(whole),
      heardMsAgo: orNull(whole),
      maxLag: object({ ms: whole, blockAgeMs: orNull(whole) }),
      nodes: array(readNode),
    }),
  ),
});

/**
 * Returns the indexing progress of each chain, and whether questions about it are answered.
 *
 * @example
 * import { createClient, getStatus } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { chains } = await getStatus(client);
 * console.log(chains[0].chainId, chains[0].state); // 1 ready
 */
export async function getStatus(client: Client, { signal }: Options = {}): Promise<Status> {
  return readJson(await client.send('/status', signal), readStatus);
}
