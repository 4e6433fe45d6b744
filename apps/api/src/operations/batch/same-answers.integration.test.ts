/** A batch says of every check what the check by itself says. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postBatch } from './testing/post-batch.ts';
import { createWorld, LAST, NAMED, pathOf, type World, writeCheck } from './testing/world.ts';

const QUESTIONS = size(1_000, 20_000);
const seed = readSeed('batch');
/** Each is said at least once. A history may be drawn in which some of it is rare: then it is asked more. */
const SAID = [
  ...['true', 'false', 'amount'],
  ...['chain_not_supported', 'chain_not_ready', 'block_not_reached', 'history_uncertain'],
];
let world: World;

beforeAll(async () => {
  world = await createWorld(seed);
});
afterAll(() => world?.close());

const TIME = 1_700_000_000;

/** When to ask. The number of a block is one chain's own. */
function createWhen(random: Random, isOneChain: boolean): Record<string, string | number> {
  const past = integer(random, 0, LAST);
  return pick(random, [
    {},
    { blockTag: pick(random, ['latest', 'safe', 'finalized']) },
    { consistency: 'strict' },
    { atTime: TIME + past },
    { atTime: new Date((TIME + past) * 1_000).toISOString() },
    // Before the first block, and after the last.
    { atTime: pick(random, [TIME - 5, TIME + LAST + 5]) },
    isOneChain ? { atBlock: past } : {},
    isOneChain ? { minBlock: past } : {},
  ]);
}

interface Answered {
  readonly answers: readonly { value: unknown; code?: string; detail?: string }[];
  readonly chains: readonly {
    chainId: number;
    known: boolean;
    code?: string;
    block?: object;
    safeBlock?: number;
  }[];
}

/** Every digit of a number counts. */
const parse = (text: string) =>
  JSON.parse(text, (_, value, context?: { source?: string }) =>
    typeof value === 'number' ? `number ${context?.source}` : value,
  );

type Response = Awaited<ReturnType<World['api']['app']['inject']>>;
type Check = Record<string, string | number>;
const chainOf = ({ chainId = 1 }: Check) => Number(chainId);

/** Holds the answer of a batch against that of the same check by itself, and says what it was. */
function compare(
  check: Check,
  single: Response,
  answer: Answered['answers'][number],
  chain: unknown,
): string {
  const { statusCode, headers, body } = single;
  const about = JSON.stringify(check);
  if (statusCode === 200) {
    expect(answer, about).toEqual({ value: parse(body) });
    const { 'x-block-number': number, 'x-block-hash': hash, 'x-safe-block-number': safe } = headers;
    expect(chain, about).toEqual({
      chainId: chainOf(check),
      known: true,
      block: { number: Number(number), hash: hash ?? null, timestamp: expect.toSatisfy(isTimeOrNull) },
      ...(safe === undefined ? {} : { safeBlock: Number(safe) }),
    });
    return ['true', 'false'].includes(body) ? body : 'amount';
  }
  const { code, detail } = JSON.parse(body) as { code: string; detail: string };
  // Whether a chain was named at all is said of the first check of a chain only.
  const said = code === 'chain_not_supported' ? expect.stringContaining('/networks') : detail;
  expect(answer, about).toEqual({ value: null, code, detail: said });
  return code;
}

const isTimeOrNull = (time: unknown) => time === null || (typeof time === 'number' && time >= TIME);

/** Counts the answers, check by check. */
async function askBoth(random: Random): Promise<string[]> {
  const { app } = world.api;
  const isOneChain = random() < 0.4;
  const chains = isOneChain ? [pick(random, NAMED)] : NAMED;
  const checks = Array.from({ length: integer(random, 1, 80) }, () => writeCheck(random, chains));
  const asked = {
    ...createWhen(random, isOneChain),
    ...(random() < 0.5 ? {} : { numbers: pick(random, ['number', 'string']) }),
  };
  const batch = await postBatch(app, { checks, ...asked });
  const singles = await Promise.all(checks.map((check) => app.inject(pathOf(check, asked))));
  const named = new Set(checks.map(chainOf));
  if (batch.statusCode === 400) {
    // A time that a single chain can't be asked for is wrong for all.
    expect(named.size).toBe(1);
    expect(singles.map((single) => single.json().code)).toContain(batch.json().code);
    return ['refused'];
  }
  expect([batch.statusCode, batch.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const { answers } = parse(batch.body) as Answered;
  const { chains: blocks } = batch.json<Answered>();
  expect(blocks.map(({ chainId }) => chainId)).toEqual([...named].toSorted((a, b) => a - b));
  expect(answers).toHaveLength(checks.length);
  return checks.map((check, i) => {
    const chain = blocks.find(({ chainId }) => chainId === chainOf(check));
    const [single, answer] = [singles[i], answers[i]];
    if (!single || !answer) return expect.fail('A check has no answer.');
    return compare(check, single, answer, chain);
  });
}

test('as the check by itself, of every chain, registry and kind, at any time', {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = createRandom(seed);
  const said: string[] = [];
  const isEnough = () =>
    said.length >= 5 * QUESTIONS || (said.length >= QUESTIONS && SAID.every((each) => said.includes(each)));
  while (!isEnough()) said.push(...(await askBoth(random)));
  const counts = Object.entries(Object.groupBy(said, (each) => each)).map(
    ([each, all = []]) => `${all.length} × ${each}`,
  );
  process.stdout.write(`batch: ${counts.join(', ')}\n`);
  expect(said).toEqual(expect.arrayContaining(SAID));
});
