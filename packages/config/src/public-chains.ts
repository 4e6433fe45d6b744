/** Configures chains by their ids alone, with the public nodes that viem lists. */
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
  if (!ids.every((id) => CHAIN_ID.test(id))) return 'must be chain ids separated by commas, like 1,8453.';
  if (new Set(ids).size < ids.length) return 'names a chain twice.';
  const withoutNode = ids.filter((id) => !nodes.has(id));
  if (withoutNode.length === 0) return null;
  const possible = CHAINS.filter(({ id }) => nodes.has(String(id))).map(({ id, name }) => `${id} ${name}`);
  return (
    `names ${withoutNode.join(', ')}, for which no public node is known. Name your own nodes in CHAINS, ` +
    `or choose from ${possible.join(', ')}.`
  );
}

export function warnOfPublicNodes(chains: readonly ConfiguredChain[]): string {
  const names = chains.map(({ chainId, name }) => `${chainId} (${name})`).join(', ');
  return (
    `CHAIN_IDS uses public nodes for ${names}. They are slow and rate-limited, and with a single node per chain ` +
    'nothing confirms its answers. To use your own nodes, two or more per chain, set CHAINS or CHAINS_FILE ' +
    'instead: docs/operating/configuration.md'
  );
}

/**
 * Loads viem's chains only when needed: their definitions take a third of a second and 45 MB. Some ids were assigned
 * twice, so the name has to match the catalogue's, too.
 */
function loadPublicNodes(): Nodes {
  const known: typeof import('viem/chains') = createRequire(import.meta.url)('viem/chains');
  const nodes = new Map<string, readonly string[]>();
  for (const chain of Object.values(known)) {
    const isOurs = CHAINS.some(({ id, name }) => id === chain.id && name === chain.name);
    // A newest block that such a node announces may never exist.
    const tellsEarly = 'experimental_preconfirmationTime' in chain;
    if (isOurs && !tellsEarly) nodes.set(String(chain.id), chain.rpcUrls.default.http);
  }
  return nodes;
}
