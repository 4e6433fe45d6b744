/** Chains by their ids alone, with the nodes that viem knows for anyone to use. */
import { createRequire } from 'node:module';
import { CHAINS } from '@mandate/core';
import { z } from 'zod';
import { chainFields } from './chain-fields.ts';
import { CHAIN_ID, configure } from './chains.ts';
import type { ConfiguredChain } from './configured-chain.ts';

export const publicChains = z.string().transform((text, context): ConfiguredChain[] => {
  const ids = text.split(',').map((id) => id.trim());
  const nodes = loadPublicNodes();
  const problem = findProblem(ids, nodes);
  if (problem === null)
    return ids.map((id) => configure(Number(id), chainFields.parse({ nodes: nodes.get(id) })));
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

type Nodes = ReadonlyMap<string, readonly string[]>;

function findProblem(ids: readonly string[], nodes: Nodes): string | null {
  if (!ids.every((id) => CHAIN_ID.test(id)))
    return 'must be the ids of chains with a comma between them, like 1,8453.';
  if (new Set(ids).size < ids.length) return 'names a chain twice.';
  const withoutNode = ids.filter((id) => !nodes.has(id));
  if (withoutNode.length === 0) return null;
  const possible = CHAINS.filter(({ id }) => nodes.has(String(id))).map(({ id, name }) => `${id} ${name}`);
  return (
    `names ${withoutNode.join(', ')}, for which no public node is known. Name nodes of your own in CHAINS, ` +
    `or choose from ${possible.join(', ')}.`
  );
}

export function warnOfPublicNodes(chains: readonly ConfiguredChain[]): string {
  const names = chains.map(({ chainId, name }) => `${chainId} (${name})`).join(', ');
  return (
    `CHAIN_IDS: public nodes are asked for ${names}. They are slow and limit how much is asked, and with a single ` +
    'one a chain there is no second that has to agree. To name your own, two or more a chain, set CHAINS or ' +
    'CHAINS_FILE instead: docs/configuration.md'
  );
}

/**
 * Loaded only where it is asked for: the definitions of all chains take a third of a second and 45 MB. An id alone does not
 * say which chain viem means, as some were given twice: the name has to be the catalogue's too.
 */
function loadPublicNodes(): Nodes {
  const known: typeof import('viem/chains') = createRequire(import.meta.url)('viem/chains');
  const nodes = new Map<string, readonly string[]>();
  for (const chain of Object.values(known)) {
    const isOurs = CHAINS.some(({ id, name }) => id === chain.id && name === chain.name);
    // What such a node says of its newest block may never come to be.
    const tellsEarly = 'experimental_preconfirmationTime' in chain;
    if (isOurs && !tellsEarly) nodes.set(String(chain.id), chain.rpcUrls.default.http);
  }
  return nodes;
}
