/** Reads the chains that an operator serves. Only nodes are required; everything else comes from the catalogue. */
import { type Evidence, findChain } from '@mandate/core';
import { z } from 'zod';
import { type ChainFields, chainFields } from './chain-fields.ts';
import type { ConfiguredChain, ConfiguredNode, MaxLag } from './configured-chain.ts';
import { shareBudgets } from './share-budgets.ts';

export const CHAIN_ID = /^[1-9]\d{0,9}$/;

/** The defaults of a chain that is not in the catalogue. */
const UNKNOWN = {
  name: null,
  explorer: null,
  testnet: true,
  blockTimeMs: null,
  maxQuietSeconds: null,
  startBlock: null,
  evidence: { bloom: true, receipts: false, header: false, headersFrom: 0, proofs: false },
  needsTo: false,
  registries: {},
  possibleRegistries: {},
};

type Report = (problem: string) => void;

/**
 * Parses the chains from JSON. Node URLs contain keys, so messages never repeat the text, as JSON's own errors do.
 */
export const chains = z.string().transform((text, context): ConfiguredChain[] => {
  let isRight = true;
  const report: Report = (message) => {
    isRight = false;
    context.addIssue({ code: 'custom', message });
  };
  const read = listEntries(text, report).flatMap(([id, value]) => readChain(id, value, report));
  const shared = shareBudgets(read, report);
  return isRight ? shared : z.NEVER;
});

function listEntries(text: string, report: Report): [string, unknown][] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [where = ''] = / \(line \d+ column \d+\)/.exec(String(error)) ?? [];
    report(`must be JSON${where}.`);
    return [];
  }
  const entries =
    typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
  if (entries.length === 0) report('must name a chain, like {"1": {"nodes": ["https://your-node"]}}.');
  return entries;
}

function readChain(id: string, value: unknown, report: Report): ConfiguredChain[] {
  if (!CHAIN_ID.test(id)) {
    const shown = /^\w{1,20}$/.test(id) ? `"${id}"` : 'a name';
    report(`has ${shown} where the id of a chain belongs: write the number, like "8453".`);
    return [];
  }
  const { success, data, error } = chainFields.safeParse(value);
  if (!success) {
    for (const { path, message } of error.issues) report(`(${[id, ...path].join('.')}) ${message}.`);
    return [];
  }
  const chain = configure(Number(id), data);
  if (Object.keys(chain.registries).length === 0)
    report(`(${id}) must have "registries", like {"v2": "0x…"}: the catalogue does not have this chain.`);
  const voters = chain.nodes.filter(({ stateOnly }) => !stateOnly).length;
  if (voters === 0) report(`(${id}.nodes) has only "stateOnly" nodes: add one without "stateOnly".`);
  else if (chain.quorum > voters)
    report(
      `(${id}) has a "quorum" of ${chain.quorum} but ${voters} voting ${voters === 1 ? 'node' : 'nodes'}: add nodes or lower "quorum".`,
    );
  const label = findRepeated(chain.nodes.map((node) => node.label));
  if (label !== null) report(`(${id}.nodes) has the label "${label}" twice: give each node its own.`);
  const twice = findTwice(chain.nodes.map(({ url }) => url));
  if (twice !== null)
    report(
      `(${id}.nodes) names the same node at ${twice} twice, so it cannot confirm its own answers: remove one.`,
    );
  return [chain];
}

function findRepeated(texts: readonly string[]): string | null {
  return texts.find((text, i) => texts.indexOf(text) < i) ?? null;
}

/** Returns the host of a node that is named twice, whatever the spelling of its address and its credentials. */
function findTwice(nodes: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const node of nodes) {
    // URL itself normalizes the case of the host and a default port.
    const { protocol, host, hostname, pathname, search } = new URL(node);
    const address = [protocol, host.replace(hostname, hostname.replace(/\.$/, '')), pathname, search];
    const same = address.join(' ').replace(/\/+(?= )/, '');
    if (seen.has(same)) return host;
    seen.add(same);
  }
  return null;
}

export function configure(chainId: number, chain: ChainFields): ConfiguredChain {
  const known = findChain(chainId) ?? UNKNOWN;
  const { v1, v2 }: ConfiguredChain['registries'] = chain.registries ?? known.registries;
  const nodes = chain.nodes.map(configureNode);
  const voters = nodes.filter(({ stateOnly }) => !stateOnly).length;
  return {
    chainId,
    name: chain.name ?? known.name ?? `Chain ${chainId}`,
    explorer: known.explorer,
    testnet: known.testnet,
    nodes,
    publicNode: chain.publicNode,
    quorum: chain.quorum ?? Math.max(1, Math.min(2, voters)),
    registries: { ...(v1 ? { v1 } : {}), ...(v2 ? { v2 } : {}) },
    possibleRegistries: chain.registries ? {} : known.possibleRegistries,
    evidence: evidenceOf(chain, known.evidence),
    depths: { safe: chain.safeDepth ?? null, finalized: chain.finalizedDepth ?? null },
    needsTo: chain.needsTo ?? known.needsTo,
    startBlock: chain.startBlock ?? known.startBlock ?? 0,
    blockTimeMs: chain.blockTimeMs ?? known.blockTimeMs,
    pollMs: chain.pollMs ?? null,
    form: chain.form ?? null,
    maxLag: maxLagOf(chain, known.maxQuietSeconds),
  };
}

/** An operator who switches header hashes off has headers that we can't encode, so their state root proves nothing. */
function evidenceOf(chain: ChainFields, known: Evidence): Evidence {
  const header = chain.header ?? known.header;
  return {
    bloom: chain.bloom ?? known.bloom,
    receipts: chain.receipts ?? known.receipts,
    header,
    headersFrom: chain.header ? 0 : known.headersFrom,
    proofs: chain.proofs ?? (known.proofs && header),
  };
}

/** Numbers the nodes at one host, so that each has its own label. */
function configureNode(
  node: ChainFields['nodes'][number],
  i: number,
  all: ChainFields['nodes'],
): ConfiguredNode {
  const { host } = new URL(node.url);
  const before = all.slice(0, i).filter(({ url, label }) => !label && new URL(url).host === host).length;
  return {
    url: node.url,
    label: node.label ?? (before === 0 ? host : `${host}-${before + 1}`),
    isNamed: node.label !== undefined,
    stateOnly: node.stateOnly,
    callsPerSecond: node.callsPerSecond ?? null,
    callsPerMonth: node.callsPerMonth ?? null,
    costPerMillionCalls: node.costPerMillionCalls ?? null,
  };
}

/** A `maxLagSeconds` above the quiet time of the catalogue also applies to the age of the newest block. */
function maxLagOf({ maxLagSeconds, maxQuietSeconds }: ChainFields, knownQuietSeconds: number | null): MaxLag {
  const ms = 1_000 * maxLagSeconds;
  if (maxQuietSeconds === 'unlimited') return { ms, blockAgeMs: null };
  const blockAgeSeconds = maxQuietSeconds ?? Math.max(maxLagSeconds, knownQuietSeconds ?? 0);
  return { ms, blockAgeMs: 1_000 * blockAgeSeconds };
}
