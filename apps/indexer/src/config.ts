/** The one place that reads the environment. Nothing but nodes is required; all else comes from the catalogue. */
import { readFileSync } from 'node:fs';
import { findChain, parseAddress } from '@mandate/core';
import { z } from 'zod';
import type { FollowedChain } from './follower.ts';

export interface ConfiguredChain extends Omit<FollowedChain, 'startBlock'> {
  readonly name: string;
  readonly nodes: readonly string[];
  /** How many nodes have to agree before a block counts. */
  readonly quorum: number;
  readonly pollMs: number;
  /** Null: found by asking the nodes. */
  readonly startBlock: number | null;
}

export interface Config {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  readonly port: number;
  readonly logLevel: string;
}

/** What is wrong with the configuration, in one message for a person. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
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
  safeDepth: count.optional(),
  finalizedDepth: count.optional(),
  registries: z.strictObject({ v1: address.optional(), v2: address.optional() }).optional(),
});

const chainsSchema = z.record(z.string(), chainSchema);
const CHAIN_ID = /^[1-9]\d{0,9}$/;

const environmentSchema = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must be a URL like postgres://user@host/database',
  }),
  INDEXER_PORT: z.coerce.number().int().min(0).max(65_535).default(9464),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Depths for chains without `safe` and `finalized` tags. */
const SAFE_DEPTH = 32;
const FINALIZED_DEPTH = 128;

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success)
    throw new ConfigError(`The environment is not right:\n${z.prettifyError(parsed.error)}`);
  const { DATABASE_URL, INDEXER_PORT, LOG_LEVEL } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    chains: readChains(environment),
    port: INDEXER_PORT,
    logLevel: LOG_LEVEL,
  };
}

function readChains(environment: NodeJS.ProcessEnv): ConfiguredChain[] {
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
  const known = findChain(chainId);
  const registries = chain.registries ?? known?.registries;
  if (!registries?.v1 && !registries?.v2) {
    throw new ConfigError(
      `Chain ${chainId} is not in the catalogue: set its "registries", as {"v2": "0x…"}.`,
    );
  }
  const quorum = chain.quorum ?? Math.min(2, chain.nodes.length);
  if (quorum > chain.nodes.length) {
    throw new ConfigError(
      `Chain ${chainId} asks ${quorum} nodes to agree and has ${chain.nodes.length}: add nodes.`,
    );
  }
  const blockTimeMs = known?.blockTimeMs ?? 2_000;
  return {
    chainId,
    name: chain.name ?? known?.name ?? `Chain ${chainId}`,
    nodes: chain.nodes,
    quorum,
    registries: {
      ...(registries.v1 ? { v1: registries.v1 } : {}),
      ...(registries.v2 ? { v2: registries.v2 } : {}),
    },
    evidence: {
      bloom: chain.bloom ?? known?.evidence.bloom ?? true,
      receipts: chain.receipts ?? known?.evidence.receipts ?? false,
    },
    depths: { safe: chain.safeDepth ?? SAFE_DEPTH, finalized: chain.finalizedDepth ?? FINALIZED_DEPTH },
    startBlock: chain.startBlock ?? known?.startBlock ?? null,
    pollMs: chain.pollMs ?? Math.min(4_000, Math.max(500, blockTimeMs / 2)),
  };
}
