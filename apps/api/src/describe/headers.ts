/** The headers of answers. */

import type { Json } from '../operations/index.ts';
import { type BLOCK_HEADERS, SAFE_HEADER } from '../request/freshness.ts';
import { HASH, integer } from './schemas.ts';

const header = (description: string, schema: Json) => ({ description, schema });
export const HEADERS: Readonly<Record<(typeof BLOCK_HEADERS)[number] | typeof SAFE_HEADER, Json>> = {
  'X-Chain-Id': header('The chain that was asked', integer),
  'X-Block-Number': header('The block whose state the answer is', integer),
  'X-Block-Hash': header('Its hash. A past block in which nothing happened may come without', HASH),
  'X-Block-Timestamp': header('When it was made, in seconds since 1970', integer),
  [SAFE_HEADER]: header(
    'With `consistency=strict`: the safe block, since which the grants that count stood without interruption',
    integer,
  ),
};
export const LIMIT_HEADERS: Readonly<Record<string, Json>> = {
  'RateLimit-Policy': header(
    'The limit of requests without a key, `"anon";q=25;w=10`; with a key, the ceilings that the operator has set, if any',
    { type: 'string' },
  ),
  RateLimit: header('What is left of it, and for how many seconds: `"anon";r=24;t=10`', { type: 'string' }),
};
export const LINK = header('The next page, `rel="next"`, when there is one', { type: 'string' });
