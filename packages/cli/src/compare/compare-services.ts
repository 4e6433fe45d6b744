/** Asks two services the same questions at the same final block. */
import {
  type BatchCheck,
  batch,
  type Client,
  type Grant,
  getNetworks,
  getStatus,
  MandateError,
  type Registry,
} from '@mandate/sdk';
import { UsageError } from '../options.ts';
import { drawQuestions } from './draw-questions.ts';
import { createRandom } from './random.ts';
import { sampleGrants } from './sample-grants.ts';
import { waitOut } from './wait-out.ts';

export interface Service {
  readonly name: 'A' | 'B';
  readonly client: Client;
}

export interface ComparisonOptions {
  readonly services: readonly [Service, Service];
  readonly chainId: number;
  readonly count: number;
  readonly seed: number;
  /** `undefined` for the newest block that is final for both. */
  readonly block: number | undefined;
  readonly signal: AbortSignal;
  showProgress(text: string): void;
}

type Value = boolean | bigint | null;

export interface Difference {
  readonly question: BatchCheck;
  readonly values: readonly [Value, Value];
}

export interface Comparison {
  readonly block: number;
  /** The hashes that the two services name for the block. `null` if one has no event of the block and does not name it. */
  readonly hashes: readonly [string | null, string | null];
  readonly asked: number;
  /** Questions with the same answer that is neither `false` nor 0. */
  readonly positive: number;
  /** Questions that one of the two could not answer. */
  readonly unknown: number;
  readonly differences: readonly Difference[];
}

const MAX_BATCH = 1_000;

export async function compareServices(options: ComparisonOptions): Promise<Comparison> {
  const { services, chainId, count, seed } = options;
  const registries = await findRegistries(options);
  const block = options.block ?? (await findFinalBlock(options));
  const random = createRandom(seed);
  const grants: Grant[] = [];
  for (const { name, client } of services) {
    options.showProgress(`sampling the delegations of ${name}`);
    grants.push(...(await waitOut(() => sampleGrants(client, random, { ...options, registries }), options)));
  }
  const [first, ...others] = grants;
  if (!first)
    throw new UsageError(
      `Neither service has a delegation on chain ${chainId}, so there is nothing to compare.`,
    );
  const questions = drawQuestions(random, [first, ...others], count, chainId);
  const [a, b] = await Promise.all([
    askAll(services[0], questions, block, options),
    askAll(services[1], questions, block, options),
  ]);
  const all = questions.map(
    (question, i): Difference => ({ question, values: [a.values[i] ?? null, b.values[i] ?? null] }),
  );
  const known = all.filter(({ values }) => !values.includes(null));
  return {
    block,
    hashes: [a.hash, b.hash],
    asked: count,
    positive: known.filter(({ values: [one, other] }) => one === other && one).length,
    unknown: all.length - known.length,
    differences: known.filter(({ values: [one, other] }) => one !== other),
  };
}

/** Returns the registries that both services serve on the chain, at the same address. */
async function findRegistries({ services, chainId }: ComparisonOptions): Promise<Registry[]> {
  const [a, b] = await Promise.all(
    services.map(async ({ name, client }) => {
      const { networks } = await getNetworks(client);
      const network = networks.find((one) => one.chainId === chainId);
      if (network) return network.registries;
      throw new UsageError(`${name} does not serve chain ${chainId}. mandate networks lists those it does.`);
    }),
  );
  const shared = (['v2', 'v1'] as const).filter(
    (registry) => a?.[registry] && a[registry].toLowerCase() === b?.[registry]?.toLowerCase(),
  );
  if (shared.length > 0) return shared;
  throw new UsageError(`The services have no registry in common on chain ${chainId}.`);
}

/** Returns the newest block that both services call final. */
async function findFinalBlock({ services, chainId }: ComparisonOptions): Promise<number> {
  const finals = await Promise.all(
    services.map(async ({ name, client }) => {
      const { chains } = await getStatus(client);
      const chain = chains.find((one) => one.chainId === chainId);
      if (typeof chain?.finalized === 'number' && chain.indexed)
        return Math.min(chain.finalized, chain.indexed.number);
      const detail = `${name} has read no final block of chain ${chainId} yet. mandate status shows its progress.`;
      throw new MandateError({ code: 'chain_not_ready', detail });
    }),
  );
  return Math.min(...finals);
}

async function askAll(
  { name, client }: Service,
  questions: readonly BatchCheck[],
  block: number,
  options: ComparisonOptions,
): Promise<{ values: Value[]; hash: string | null }> {
  const values: Value[] = [];
  let hash: string | null = null;
  for (let i = 0; i < questions.length; i += MAX_BATCH) {
    options.showProgress(`${name}: ${i} of ${questions.length} questions answered`);
    const some = questions.slice(i, i + MAX_BATCH);
    const { answers, chains } = await waitOut(
      () => batch(client, some, { atBlock: block, signal: options.signal }),
      options,
    );
    const [chain] = chains;
    if (chain && !chain.known)
      throw new MandateError({ code: chain.code, detail: `${name} cannot answer: ${chain.detail}` });
    hash ??= chain?.block.hash ?? null;
    values.push(...answers.map(({ value }) => value));
  }
  return { values, hash };
}
