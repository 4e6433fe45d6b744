/** For tests: the messages with which nodes refuse a range that is too long. */

/** A refusal, how many blocks were requested, and how many should be requested next. */
export const RANGE_WORDINGS: readonly [said: string, asked: number, next: number, code?: number][] = [
  // Alchemy
  [
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your ' +
      'parameters, this block range should work: [0x1180fca, 0x1180fd3]. Upgrade to PAYG for expanded block range.',
    ...([2_000, 10, -32_600] as const),
  ],
  [
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on ' +
      'the response size, or you can request any block range with a cap of 10K logs in the response. Based on ' +
      'your parameters and the response size limit, this block range should work: [0x1, 0x64]',
    ...([2_000, 100, -32_602] as const),
  ],
  ['Query timeout exceeded. this block range should work: [0x5223c98, 0x5223e80]', 2_000, 489],
  // Infura, zkSync
  ['query returned more than 10000 results', 2_000, 1_000, -32_005],
  ['query returned more than 10000 results. Try with this block range [0x1, 0x1f4].', 2_000, 500, -32_005],
  ['range 32000 exceeds limit of 10000', 32_000, 10_000],
  // QuickNode, 1RPC: the first suggestion may be one block too long; the next one corrects it.
  ['eth_getLogs is limited to a 10,000 range', 16_000, 10_001, -32_614],
  ['eth_getLogs is limited to a 10,000 range', 10_001, 10_000, -32_614],
  ['eth_getLogs is limited to a 5 range', 2_000, 6, -32_614],
  ['eth_getLogs is limited to a 10 block range', 2_000, 11],
  ['eth_getLogs is limited to a 10 block range', 11, 10],
  ['eth_getLogs is limited to 0 - 1000 blocks range', 2_000, 1_000, -32_602],
  ['eth_getLogs is limited to 1024 block range', 2_000, 1_025],
  ['response size should not greater than 10000000 bytes', 2_000, 1_000],
  // dRPC, Ankr, Cloudflare, BlockPI, Blast, thirdweb, Coinbase, PublicNode, LlamaRPC, merkle
  ['ranges over 10000 blocks are not supported on freetier', 16_000, 10_000, 35],
  ['block range is too wide', 4_000, 3_001, -32_600],
  ['block range is too wide', 2_000, 1_000, -32_062],
  ['Max range: 800', 2_000, 800],
  ['query exceeds max results 20000, retry with the range 100-899', 2_000, 800, -32_602],
  ['exceed maximum block range: 5000', 8_000, 5_001, -32_701],
  ['exceed maximum block range: 5000', 5_001, 5_000, -32_701],
  ['exceed maximum block range: 5000', 2_000, 1_000, -32_701],
  ['Please specify less number of addresses or topics', 2_000, 1_000, -32_701],
  ['Block range limit exceeded. See more details at https://docs.blastapi.io', 2_000, 101, -32_600],
  ['exceeds the range allowed for your plan (20000 > 5000)', 20_000, 5_001],
  ['Maximum allowed number of requested blocks is 500', 2_000, 501],
  ['please limit the query to at most 1,000 blocks', 2_000, 1_000],
  ['eth_getLogs range is too large, max is 1k blocks', 2_000, 1_001],
  ['block range too large, max range: 1000', 2_000, 1_000],
  ['eth_getLogs block range too large, range: 2000, max: 1000', 2_000, 1_000],
  ['block range is larger than max block range, block range = 5120, max block range = 5000', 5_120, 5_000],
  ['The maximum number of blocks per request is 2000', 5_000, 2_000],
  // Base, Optimism, Avalanche, Arbitrum, Moonbeam, Scroll, Harmony, Somnia, Swell, Tron, Hyperliquid, TAC
  ['no backend is currently healthy to serve traffic', 2_000, 1_000, -32_011],
  ['backend response too large', 2_000, 1_000, -32_020],
  ['Block range is too large', 2_000, 1_000],
  ['requested too many blocks from 1 to 2000, maximum is set to 1024', 2_000, 1_024],
  ['requested too many blocks from 0 to 2000, maximum is set to 1024', 2_000, 1_024],
  ['logs matched by query exceeds limit of 10000', 2_000, 1_000],
  ['block range is too wide (maximum 1024)', 2_000, 1_025],
  ['block range is bigger than maxBlockRange', 2_000, 1_000],
  ['query must be smaller than size 1024', 2_000, 1_025],
  ['block range exceeds 1000', 2_000, 1_001],
  ['block range greater than 1000 max', 2_000, 1_001],
  ['exceed max block range: 1000', 2_000, 1_000],
  ['query exceeds max block range 1000', 2_000, 1_001, -32_602],
  ['maximum [from, to] blocks distance: 1000', 2_000, 1_001],
  // eRPC, Geth and its forks, Erigon, and unknown messages
  ['allowed block range threshold exceeded', 2_000, 1_000],
  ['exceed max topics', 2_000, 1_000, -32_602],
  ['limit exceeded', 2_000, 1_000],
  ['query timed out', 2_000, 1_000],
  ['query timeout exceeded', 2_000, 1_000],
  ['context deadline exceeded', 2_000, 1_000],
  ['invalid block range params', 2_000, 1_000],
  ['invalid block range: from 1 to 2000', 2_000, 1_000],
  ['block range 1-2000 is too large', 2_000, 1_000],
  ['a message that no known node sends', 2_000, 1_000],
];
