/** For tests: the messages with which nodes say that they lack the state of a block. */

export const NO_STATE_WORDINGS = [
  // Geth and its forks
  'missing trie node abc (path ) state 0x is not available',
  'missing trie node 0123 (path ) state 0x00 is not available, not found',
  'required historical state unavailable (reexec=128)',
  'historical state 0x1 is not available',
  'state 0x1 is not available, not found',
  'state is not available',
  // Erigon, reth, Nethermind, Besu
  'old data not available due to pruning: prune.distance=100000',
  'historical backend error: pruned history',
  'state at block #123 is pruned',
  'distance to target block exceeds maximum proof window',
  'No state available for block 0x1',
  'World state unavailable',
  // Substrate
  'State already discarded for 0xabc',
  'UnknownBlock: State already discarded for 0xabc',
  'metadata is not found',
  // Providers
  'project ID does not have access to archive state',
  'Archive, Debug and Trace requests are not available on your current plan',
  'This request is not supported on the free tier',
  'tracing/state reads older than 128 blocks require a paid plan',
  'requested block is too old',
  'this node is not an archival node',
] as const;

/** Messages that may mean something else. */
export const DOUBTFUL_WORDINGS = [
  // A server that lags says the same about a block that it will have.
  'header not found',
  'unknown block',
  'block is out of range',
  'BlockOutOfRangeError: block height is 4223 but requested was 4',
  'Unable to find block / state',
  'a message that no known node sends',
] as const;
