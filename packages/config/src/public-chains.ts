/** Configures chains by their ids alone, with public nodes. */
import { CHAINS } from '@mandate/core';
import { z } from 'zod';
import { chainFields } from './chain-fields.ts';
import { CHAIN_ID, configure } from './chains.ts';
import type { ConfiguredChain } from './configured-chain.ts';
/** Written by `npm run build:docs`, from those that viem lists. */
import PUBLIC_NODES from './public-nodes.json' with { type: 'json' };

export const publicChains = z.string().transform((text, context): ConfiguredChain[] => {
  const ids = text.split(',').map((id) => id.trim());
  const nodes = new Map<string, readonly string[]>(Object.entries(PUBLIC_NODES));
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
