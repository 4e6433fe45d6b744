/** `npm run conformance`: ends in one line, `N requests, D different`, and exits 1 when D > 0. */
import { endWithSignals, readCommandLine, readCount, SEED } from '@mandate/testing/process/command-line';
import { extractVersion } from '@mandate/testing/process/extract-version';
import { ROOT } from '@mandate/testing/process/service-bundle';
import { compareVersions } from './compare/compare-versions.ts';

const USAGE = `Usage: npm run conformance -- --compare COMMIT [--requests N] [--seed S]

  --compare COMMIT   the version whose answers are right: those of the working tree have to be the same
  --requests N       how many requests (10000)
  --seed S           a run with the same seed asks the same of the same history (random)

The database is made on the server of TEST_DATABASE_URL, else on this machine's.`;

const BLOCKS = 40;
const MAX_SHOWN = 10;

const OPTIONS = {
  compare: { type: 'string' },
  requests: { type: 'string', default: '10000' },
  seed: SEED,
} as const;

endWithSignals();
const { commit, ...options } = readCommandLine(USAGE, OPTIONS, ({ compare, requests, seed }) => {
  if (compare === undefined) throw new RangeError('--compare needs a commit, e.g. origin/main.');
  return {
    commit: compare,
    requests: readCount('--requests', requests, 1),
    seed: readCount('--seed', seed, 0),
  };
});
const version = extractVersion(commit);
process.once('exit', version.remove);
let shown = 0;
const compared = await compareVersions({
  before: version.path,
  after: ROOT,
  ...options,
  blocks: BLOCKS,
  onProgress: (text) => console.log(text),
  onDifference(text) {
    if (++shown <= MAX_SHOWN) console.log(`\nDifferent (- ${commit}, + the working tree):\n${text}\n`);
  },
});
for (const [operation, counts] of [...compared.statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const answered = Math.round((100 * (counts.get(200) ?? 0)) / all);
  const statuses = [...counts].toSorted(([a], [b]) => a - b);
  const list = statuses.map(([status, count]) => `${status} × ${count}`).join(', ');
  console.log(`${operation.padEnd(18)} ${String(all).padStart(6)} answers, ${answered} % with 200: ${list}`);
}
console.log(`${compared.requests} requests, ${compared.different} different`);
process.exitCode = compared.different > 0 ? 1 : 0;
