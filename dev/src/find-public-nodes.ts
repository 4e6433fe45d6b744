/** Finds public nodes for the chains of the catalogue. Only `npm run build:docs` calls it: viem's chains take 45 MB. */
import { CHAINS } from '@mandate/core';
import * as known from 'viem/chains';

/** Returns the nodes of each chain that has some. Some ids were assigned twice, so the name has to match the catalogue's, too. */
export function findPublicNodes(): Readonly<Record<string, readonly string[]>> {
  const nodes = Object.values(known).flatMap((chain) => {
    const isOurs = CHAINS.some(({ id, name }) => id === chain.id && name === chain.name);
    // A newest block that such a node announces may never exist.
    const tellsEarly = 'experimental_preconfirmationTime' in chain;
    return isOurs && !tellsEarly ? [[String(chain.id), chain.rpcUrls.default.http] as const] : [];
  });
  return Object.fromEntries(nodes);
}
