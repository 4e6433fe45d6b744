/** `mandate compare <A> <B>` */
import { type Client, createClient } from '@mandate/sdk';
import type { Command } from '../command.ts';
import { type Comparison, compareServices, type Service } from '../compare/compare-services.ts';
import { describeComparison, isForked } from '../compare/describe-comparison.ts';
import type { Judgement } from '../compare/judge-difference.ts';
import { assertOptions, readWhole, UsageError, type Values } from '../options.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';
import type { Node } from '../verify/node.ts';
import { readNodes } from '../verify/verify-options.ts';

const MAINNET = 1;
const COUNT = 200;
const MAX_COUNT = 10_000;
const SEEDS = 2 ** 31;
/** Proofs weigh more than other questions, and a few differences tell enough. */
const MAX_JUDGED = 10;

const [SAME, DIFFERENT, NOT_KNOWN] = [0, 1, 2];

export const COMPARE: Command = {
  usage: '<url of A> <url of B> [--rpc <url>] [...]',
  about: 'ask two services the same random questions at a final block; proofs judge differences',
  asksFirstWord: true,
  options: ['chain', 'count', 'seed', 'block', 'rpc'],
  ownOptions: {
    chain: { about: 'chain id (default: 1)' },
    block: { about: 'block of all questions (default: the newest that is final for both)' },
    rpc: { about: 'node that you trust, to verify proofs; without it, A and B have to agree on the block' },
    key: { about: 'API key of A; B is asked without one' },
    url: { about: 'not taken: name both services' },
  },
  more: `The questions are drawn around delegations of both services, standing or ended: exact ones, and near misses in every
field. Where the answers differ, both services have to prove theirs, and the proofs show who is right.

Exit code 0: no differences. 1: the services differ. 2: some questions have no answer, or a service cannot be asked.`,
  examples: [
    'compare https://a.example https://b.example --rpc https://your-node.example',
    'compare https://a.example http://localhost:8080 --chain 8453 --count 1000 --seed 7',
  ],
  run: runCompare,
};

async function runCompare(
  client: Client,
  rest: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const [, other, ...more] = rest;
  if (!other || more.length > 0) throw new UsageError('compare needs the URLs of two services.');
  assertOptions(values, 'compare', [], COMPARE.options);
  if (values.url !== undefined) throw new UsageError('compare does not take --url: name both services.');
  const { signal = new AbortController().signal, showProgress = () => {} } = terminal;
  const services: readonly [Service, Service] = [
    { name: 'A', client },
    { name: 'B', client: createClient({ baseUrl: other }) },
  ];
  const options = { ...readAsked(values), services, signal, showProgress };
  const nodes = values.rpc === undefined ? [] : readNodes(values.rpc, signal);
  try {
    const comparison = await compareServices(options);
    const judgements = await judgeAll(comparison, { ...options, nodes });
    showProgress('');
    const report = { ...comparison, chainId: options.chainId, seed: options.seed, judgements };
    const isJson = values.json || !terminal.isTerminal;
    terminal.print(isJson ? writeJson(report) : describeComparison(report, services, terminal));
    if (comparison.differences.length > 0 || isForked(comparison)) return DIFFERENT;
    return comparison.unknown > 0 ? NOT_KNOWN : SAME;
  } finally {
    showProgress('');
  }
}

function readAsked(values: Values) {
  const { chain, count, seed, block } = values;
  const asked = {
    chainId: chain === undefined ? MAINNET : readWhole('chain', chain),
    count: count === undefined ? COUNT : readWhole('count', count),
    seed: seed === undefined ? Math.floor(Math.random() * SEEDS) : readWhole('seed', seed),
    block: block === undefined ? undefined : readWhole('block', block),
  };
  if (asked.count < 1 || asked.count > MAX_COUNT)
    throw new UsageError(`--count must be a whole number from 1 to ${MAX_COUNT}, not "${count}".`);
  return asked;
}

interface JudgingOptions {
  readonly services: readonly [Service, Service];
  readonly nodes: readonly Node[];
  readonly signal: AbortSignal;
  showProgress(text: string): void;
}

async function judgeAll({ block, differences }: Comparison, options: JudgingOptions): Promise<Judgement[]> {
  if (differences.length === 0) return [];
  // The verifier takes time to load, and services that agree do without it.
  const { judge } = await import('../compare/judge-difference.ts');
  const judgements: Judgement[] = [];
  for (const difference of differences.slice(0, MAX_JUDGED)) {
    options.showProgress(`judging difference ${judgements.length + 1} of ${differences.length}`);
    judgements.push(await judge(difference, { ...options, block }));
  }
  return judgements;
}
