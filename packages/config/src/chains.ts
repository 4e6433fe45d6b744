/** The chains an operator serves. Nothing but nodes is required; all else comes from the catalogue. */
import { readFileSync } from 'node:fs';
import { type Address, findChain, parseAddress, type Registry } from '@mandate/core';
import { z } from 'zod';
import { ConfigError } from './environment.ts';

export interface ConfiguredChain {
  readonly chainId: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly testnet: boolean;
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
  readonly nodes: readonly string[];
  /** How many nodes have to agree before a block counts. */
  readonly quorum: number;
  readonly evidence: { readonly bloom: boolean; readonly receipts: boolean };
  /** How far below the head a block is safe and final, where the chain has no tags for it. */
  readonly depths: { readonly safe: number; readonly finalized: number };
  /** Null: found by asking the nodes. */
  readonly startBlock: number | null;
  readonly pollMs: number;
  /** Beyond this, answers are refused: blocks behind the head, and time without a word from the indexer. */
  readonly maxLag: { readonly blocks: number; readonly ms: number };
}

const address = z.string().transform((text, context) => {
  try {
    return parseAddress(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
});

const count = z.int().positive();

const chainSchema = z.strictObject({
  nodes: z.array(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })).min(1),
  quorum: count.optional(),
  name: z.string().optional(),
  startBlock: z.int().nonnegative().optional(),
  pollMs: z.int().min(50).optional(),
  bloom: z.boolean().optional(),
  receipts: z.boolean().optional(),
  safeDepth: count.default(32),
  finalizedDepth: count.default(128),
  registries: z.strictObject({ v1: address.optional(), v2: address.optional() }).optional(),
  maxLagSeconds: count.default(120),
});

const chainsSchema = z.record(z.string(), chainSchema);
const CHAIN_ID = /^[1-9]\d{0,9}$/;

/** What is taken for granted of a chain that the catalogue does not have. */
const UNKNOWN = {
  name: null,
  explorer: null,
  testnet: true,
  blockTimeMs: null,
  startBlock: null,
  evidence: { bloom: true, receipts: false },
  registries: {},
};
const BLOCK_TIME_MS = 2_000;
/** However slow its blocks: a reorg of a few blocks puts a chain this far behind for a moment. */
const LEAST_LAG_BLOCKS = 10;

/** From `CHAINS`, a text, or the file that `CHAINS_FILE` names. */
export function readChains(environment: NodeJS.ProcessEnv): ConfiguredChain[] {
  const { name, text } = readChainsText(environment);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = chainsSchema.safeParse(json);
  if (!parsed.success) throw new ConfigError(`${name} is not right:\n${z.prettifyError(parsed.error)}`);
  const noId = Object.keys(parsed.data).find((id) => !CHAIN_ID.test(id));
  if (noId)
    throw new ConfigError(`${name} names "${noId}", which is no chain id: write the number, as "8453".`);
  const chains = Object.entries(parsed.data).map(([id, chain]) => configure(Number(id), chain));
  if (chains.length === 0) throw new ConfigError(`${name} names no chain.`);
  return chains;
}

function readChainsText(environment: NodeJS.ProcessEnv): { name: string; text: string } {
  const { CHAINS: inline, CHAINS_FILE: file } = environment;
  if (inline) return { name: 'CHAINS', text: inline };
  if (!file) {
    throw new ConfigError(
      'No chains are configured. Set CHAINS_FILE to a file, or CHAINS to a text, like\n' +
        '  {"1": {"nodes": ["https://your-node"]}}',
    );
  }
  try {
    return { name: file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ConfigError(`CHAINS_FILE can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

function configure(chainId: number, chain: z.infer<typeof chainSchema>): ConfiguredChain {
  const known = findChain(chainId) ?? UNKNOWN;
  const { v1, v2 }: ConfiguredChain['registries'] = chain.registries ?? known.registries;
  const quorum = chain.quorum ?? Math.min(2, chain.nodes.length);
  if (!v1 && !v2)
    throw new ConfigError(
      `Chain ${chainId} is not in the catalogue: set its "registries", as {"v2": "0x…"}.`,
    );
  if (quorum > chain.nodes.length)
    throw new ConfigError(
      `Chain ${chainId} asks ${quorum} nodes to agree and has ${chain.nodes.length}: add nodes.`,
    );
  const blockTimeMs = known.blockTimeMs ?? BLOCK_TIME_MS;
  const maxLagMs = 1000 * chain.maxLagSeconds;
  return {
    chainId,
    name: chain.name ?? known.name ?? `Chain ${chainId}`,
    explorer: known.explorer,
    testnet: known.testnet,
    nodes: chain.nodes,
    quorum,
    registries: { ...(v1 ? { v1 } : {}), ...(v2 ? { v2 } : {}) },
    evidence: {
      bloom: chain.bloom ?? known.evidence.bloom,
      receipts: chain.receipts ?? known.evidence.receipts,
    },
    depths: { safe: chain.safeDepth, finalized: chain.finalizedDepth },
    startBlock: chain.startBlock ?? known.startBlock,
    pollMs: chain.pollMs ?? Math.min(4_000, Math.max(500, blockTimeMs / 2)),
    maxLag: { blocks: Math.max(LEAST_LAG_BLOCKS, Math.ceil(maxLagMs / blockTimeMs)), ms: maxLagMs },
  };
}
