/**
 * `npm run truth`: prints `truth: Q questions, D differences` as its last line, and exits with 1 when D > 0.
 */
import { parseArgs } from 'node:util';
import { createTestDatabase } from '@mandate/testing/database';
import { believeEvents } from './believe-events.ts';
import { runEligibility } from './eligibility/run.ts';
import { runExclusiveTruth } from './exclusive/run.ts';
import { runOddNodes } from './odd/run.ts';
import {
  reportDifferences,
  reportEligibility,
  reportFailure,
  reportOddNode,
  startProgress,
} from './report.ts';
import { runTruth } from './truth.ts';

const USAGE = `Usage: npm run truth -- [--commands N] [--seed S] [--index | --http [--beyond] | --proof | --eligibility] [--believe-events]
       npm run truth -- --index --nodes odd [--commands N] [--seed S]
       npm run truth -- --exclusive [--questions Q] [--seed S]

  --commands N       number of writes to play, in random histories (1000)
  --seed S           the same seed plays the same histories (random)
  --index            compare the real indexer on PostgreSQL with the contracts, on two chains at once, one
                     followed block by block and one in ranges, at the head and at past blocks;
                     uses the server in TEST_DATABASE_URL (default: the local server)
  --nodes odd        with --index: the indexer on nodes that behave as those of other chains do, N writes for each
                     behaviour; its ledger is right about its block or stops; prints the share of refused answers
  --http             the same through the API and its read model, which is restarted now and then:
                     every check and both lists, at the head; lists also by their tags, and some page by
                     page while the chain goes on
  --beyond           with --http: past blocks and times, safe, final and strict answers, reasons,
                     batches, resolve and snapshots as well; one of two chains has a node without old state,
                     and strict answers are compared with every block since the safe one, and with the
                     registries after dropping some transactions
  --proof            checks with proof=true over HTTP, now, at safe, final and past blocks and times, alone and in
                     batches: every proof is verified, and what it proves is compared with the contracts;
                     REGISTRY_ARTIFACTS=<folder> replaces the registries
  --eligibility      who may claim, with tokens that move and a token contract that misbehaves: compared with
                     brute force, made of registry views and token views only
  --exclusive        compare exclusive delegates over HTTP with the views of a resolver contract, now and at past blocks;
                     RESOLVER_ARTIFACT=<file> replaces the contract: a JSON file with its "bytecode"
  --questions Q      with --exclusive: the least number of questions (10000)
  --believe-events   read v1's RevokeDelegate literally, to see the mistakes this causes`;

/** The database may answer the rest, while the read model is loading or in doubt. */
const MIN_READ_SHARE = 0.9;

function readOptions() {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      index: { type: 'boolean', default: false },
      nodes: { type: 'string' },
      http: { type: 'boolean', default: false },
      beyond: { type: 'boolean', default: false },
      proof: { type: 'boolean', default: false },
      eligibility: { type: 'boolean', default: false },
      exclusive: { type: 'boolean', default: false },
      questions: { type: 'string', default: '10000' },
      'believe-events': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (values.beyond && values.proof) throw new RangeError('--beyond and --proof are two runs.');
  if (values.nodes !== undefined && (values.nodes !== 'odd' || !values.index))
    throw new RangeError('--nodes is "odd", and needs --index.');
  if (values.beyond && !values.http) throw new RangeError('--beyond needs --http.');
  return {
    commands: readCount('--commands', values.commands, 1),
    seed: readCount('--seed', values.seed, 0),
    index: values.index || values.http || values.proof,
    oddNodes: values.nodes === 'odd',
    http: values.http || values.proof,
    proofs: values.proof,
    extensions: values.beyond,
    eligibility: values.eligibility,
    believeEvents: values['believe-events'],
    exclusive: values.exclusive,
    questions: readCount('--questions', values.questions, 1),
  };
}

function readCount(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < least || value >= 2 ** 31) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${2 ** 31 - 1}, not "${text}".`);
  }
  return value;
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
/** Returns the exit code. */
async function compareExclusive(): Promise<number> {
  const { questions, seed } = options;
  console.log(`Asking ${questions} questions about exclusive delegates, seed ${seed}`);
  const startedAt = Date.now();
  const { tally, differences } = await runExclusiveTruth({ questions, seed });
  if (differences.length > 0) {
    console.log(`\nDIFFERENCE with seed ${seed}, in history ${tally.histories}`);
    reportDifferences(differences);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    `${tally.blocks} blocks and ${tally.reorgs} reorgs in ${tally.histories} histories, ${seconds} s`,
  );
  console.log(`truth: ${tally.questions} questions, ${differences.length} differences`);
  return differences.length > 0 ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { commands, seed } = options;
if (options.eligibility) {
  console.log(`Playing ${commands} commands on local chains, seed ${seed}`);
  const { tally, differences } = await runEligibility({ commands, seed, onProgress: reportEligibility });
  reportDifferences(differences);
  console.log(`truth: ${tally.questions} questions, ${differences.length} differences`);
  process.exit(differences.length > 0 ? 1 : 0);
}
if (options.oddNodes) {
  console.log(`Playing ${commands} commands for each odd node, seed ${seed}`);
  const oddIndex = await createTestDatabase();
  const { tallies, failure: odd } = await runOddNodes({
    commands,
    seed,
    index: oddIndex,
    onPlayed: reportOddNode,
  });
  await oddIndex.drop();
  if (odd) console.log(`\nDIFFERENCE: ${odd.name}, seed ${seed}, history ${odd.history}, step ${odd.step}`);
  reportDifferences(odd?.differences ?? []);
  const asked = tallies.reduce((sum, { questions }) => sum + questions, 0);
  console.log(`truth: ${asked} questions, ${odd?.differences.length ?? 0} differences`);
  process.exit(odd ? 1 : 0);
}
if (options.exclusive) process.exit(await compareExclusive());
const progress = startProgress(commands, seed);
const index = options.index ? await createTestDatabase() : null;
const { tally, failure } = await runTruth({
  commands,
  seed,
  shrinkMs: 90_000,
  onProgress: progress.update,
  ...(index ? { index, http: options.http, extensions: options.extensions, proofs: options.proofs } : {}),
  ...(options.believeEvents ? { decode: believeEvents } : {}),
});
await index?.drop();
progress.end(tally);
if (failure) reportFailure(failure, seed);
const differences = failure?.differences.length ?? 0;
const isRead = !options.http || failure !== null || tally.checksRead >= MIN_READ_SHARE * tally.checks;
if (!isRead)
  console.log(`The read model answered ${tally.checksRead} of ${tally.checks} checks, which is too few.`);
console.log(`truth: ${tally.questions} questions, ${differences} differences`);
process.exit(differences > 0 || !isRead ? 1 : 0);
