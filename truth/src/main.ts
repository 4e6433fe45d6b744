/**
 * `npm run truth`: prints `truth: Q questions, D differences` as its last line, and exits with 1 when D > 0 or Q = 0.
 */
import {
  endWithSignals,
  readCommandLine,
  readCount,
  SEED,
  type Values,
} from '@mandate/testing/process/command-line';
import { believeEvents } from './believe-events.ts';
import { createEligibilityMode } from './claims/eligibility-mode.ts';
import { createExclusiveMode } from './claims/exclusive-mode.ts';
import { createTokensMode } from './claims/tokens-mode.ts';
import { createVotesMode } from './claims/votes-mode.ts';
import { ODD_NODES } from './odd/behaviours.ts';
import { createOddMode } from './odd/odd-mode.ts';
import { createRegistryMode } from './registry-mode.ts';
import { reportFailure, startProgress } from './report.ts';
import { type Mode, run } from './run.ts';

const USAGE = `Usage: npm run truth -- [--commands N] [--seed S] [--index | --http [--beyond] | --proof | --eligibility] [--believe-events]
       npm run truth -- --index --nodes odd [--commands N] [--seed S]
       npm run truth -- --exclusive [--questions Q] [--seed S]
       npm run truth -- --tokens | --votes [--questions Q] [--seed S]

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
  --tokens           which tokens a wallet may use, of collections that list ids as ERC721Enumerable or ERC721A do, that
                     list none, and that lie: each id of a list, or of a POST, is a question, compared with ownerOf,
                     balances and registry views at the same block; at least 60 % of the lists of honest collections
                     must be complete
  --votes            who votes, for random voters in random requests: compared with brute force, made of the registries' lists
                     and logs and of token views only, unit by unit
  --questions Q      with --exclusive, --tokens or --votes: the least number of questions (10000)
  --believe-events   read v1's RevokeDelegate literally, to see the mistakes this causes`;

const SHRINK_MS = 90_000;
/** The database may answer the rest, while the read model is loading or in doubt. */
const MIN_READ_SHARE = 0.9;
/** Collections that list no ids are complete only where grants or balances say all. */
const MIN_COMPLETE_SHARE = 0.6;

interface Part {
  /** The name of a part, if a run has several. */
  readonly name?: string;
  readonly mode: Mode;
}

const OPTIONS = {
  commands: { type: 'string', default: '1000' },
  seed: SEED,
  index: { type: 'boolean', default: false },
  nodes: { type: 'string' },
  http: { type: 'boolean', default: false },
  beyond: { type: 'boolean', default: false },
  proof: { type: 'boolean', default: false },
  eligibility: { type: 'boolean', default: false },
  exclusive: { type: 'boolean', default: false },
  tokens: { type: 'boolean', default: false },
  votes: { type: 'boolean', default: false },
  questions: { type: 'string', default: '10000' },
  'believe-events': { type: 'boolean', default: false },
} as const;

function readOptions(values: Values<typeof OPTIONS>) {
  if (values.beyond && values.proof) throw new RangeError('--beyond and --proof are two runs.');
  if (values.nodes !== undefined && (values.nodes !== 'odd' || !values.index))
    throw new RangeError('--nodes is "odd", and needs --index.');
  if (values.beyond && !values.http) throw new RangeError('--beyond needs --http.');
  const commands = readCount('--commands', values.commands, 1);
  const questions = readCount('--questions', values.questions, 1);
  return {
    seed: readCount('--seed', values.seed, 0),
    until: values.exclusive || values.tokens || values.votes ? { questions } : { commands },
    parts: listParts(values),
    isRead: values.http || values.proof,
  };
}

/** The modes about token contracts, by their options. */
const MODES = {
  eligibility: () => createEligibilityMode(),
  exclusive: () => createExclusiveMode(),
  tokens: () => createTokensMode(),
  votes: () => createVotesMode(),
} as const;
const CLAIMS = Object.keys(MODES) as (keyof typeof MODES)[];

function listParts({ index, nodes, http, beyond, proof, ...values }: Values<typeof OPTIONS>): Part[] {
  if (nodes) return ODD_NODES.map((odd, i) => ({ name: odd.name, mode: createOddMode(odd, i) }));
  const name = CLAIMS.find((each) => values[each]);
  if (name) return [{ mode: MODES[name]() }];
  const ours = proof ? 'proof' : beyond ? 'beyond' : http ? 'http' : index ? 'ledger' : 'domain';
  return [
    { mode: createRegistryMode({ ours, decode: values['believe-events'] ? believeEvents : undefined }) },
  ];
}

endWithSignals();
const { seed, until, parts, ...options } = readCommandLine(USAGE, OPTIONS, readOptions);
console.log(`Playing ${Object.values(until)} ${Object.keys(until)} on local chains, seed ${seed}`);
let questions = 0;
let differences = 0;
let isRead = true;
let isComplete = true;
for (const { name, mode } of parts) {
  const progress = startProgress(until, name);
  const { tally, failure } = await run(mode, {
    ...until,
    seed,
    shrinkMs: SHRINK_MS,
    onProgress: progress.update,
  });
  progress.end(tally);
  questions += tally.questions;
  differences += failure?.differences.length ?? 0;
  if (failure) {
    reportFailure(failure, seed);
    break;
  }
  isRead = !options.isRead || tally.checksRead >= MIN_READ_SHARE * tally.checks;
  if (!isRead)
    console.log(`The read model answered ${tally.checksRead} of ${tally.checks} checks, which is too few.`);
  const lists = tally.lists + tally.plainLists;
  const share = (tally.listsComplete + tally.plainListsComplete) / Math.max(1, lists);
  isComplete = lists === 0 || share >= MIN_COMPLETE_SHARE;
  if (lists > 0)
    console.log(`${(100 * share).toFixed(1)} % of ${lists} lists of honest collections are complete.`);
}
console.log(`truth: ${questions} questions, ${differences} differences`);
// A run that asked nothing has shown nothing.
process.exit(differences > 0 || !isRead || !isComplete || questions === 0 ? 1 : 0);
