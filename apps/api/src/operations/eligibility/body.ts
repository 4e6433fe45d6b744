/** The body of a question about many wallets. */
import { REGISTRY_IDS, STANDARDS } from '@mandate/core';
import { chainId, closed, min, tokenId, WHEN } from '../forms/body.ts';
import { address, flag, listOf, oneOf, text } from '../forms/form.ts';
import { MAX_WALLETS } from './read-many.ts';

export const ELIGIBILITY_BODY = closed(
  {
    wallets: listOf(address(), undefined, { minItems: 1, maxItems: MAX_WALLETS }),
    contract: address(),
    chainId,
    tokenId,
    min,
    standard: oneOf(STANDARDS),
    rights: text(undefined, { pattern: '^0x[0-9a-fA-F]{48}(?:[0-9a-fA-F]{16})?$' }),
    exclusive: flag(),
    registries: oneOf([...REGISTRY_IDS, REGISTRY_IDS.join(',')]),
    ...WHEN,
  },
  ['wallets', 'contract'],
  'EligibilityQuestion',
);
