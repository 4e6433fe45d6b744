/** The body of a batch. */
import { KINDS, REGISTRY_IDS } from '@mandate/core';
import { chainId, closed, tokenId, WHEN_OF_CHAINS } from '../forms/body.ts';
import { address, fields, flag, listOf, oneOf, text } from '../forms/form.ts';
import { MAX_CHECKS } from './read-batch.ts';

const CHECK = fields(
  {
    registry: oneOf(REGISTRY_IDS),
    kind: oneOf(Object.keys(KINDS)),
    chainId,
    from: address(),
    to: address(),
    contract: address(),
    tokenId,
    rights: text(undefined, { pattern: '^0x[0-9a-fA-F]{64}$' }),
  },
  {
    component: 'BatchCheck',
    optional: ['chainId', 'from', 'to', 'contract', 'tokenId', 'rights'],
    about:
      'The parameters of the check of this registry and kind, under either of their names. `token` is of v1, the kinds after it of v2.',
  },
);

export const BATCH_BODY = closed(
  {
    checks: listOf(CHECK, undefined, { minItems: 1, maxItems: MAX_CHECKS }),
    ...WHEN_OF_CHAINS,
    proof: flag('Each answer comes with its proof. At most 20 checks'),
  },
  ['checks'],
  'Batch',
);
