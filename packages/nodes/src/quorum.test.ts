import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQuorum } from './quorum.ts';
import { NodeBehindError, NodeUnavailableError } from './rpc/errors.ts';
import type { Vote } from './rpc/node-watch.ts';
import type { Header, Source } from './source.ts';

const header = (number: number, hash: string) => ({ number, hash }) as unknown as Header;
const RIGHT = header(7, '0x07');
const WRONG = header(7, '0x99');

type Answer = (Header | null)[] | Error;

/** Creates a node that gives this answer for headers, and reads ranges until it is stopped. */
const node = (name: string, answer: Answer) =>
  ({
    name,
    findHeaders: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
    getRange: async (_: unknown, first: number, __: unknown, { signal }: { signal: AbortSignal }) => {
      if (name === 'slow') for (;;) await delay(5).then(() => signal.throwIfAborted());
      return { known: null, last: header(first, '0x01'), logs: [] };
    },
  }) as unknown as Source;

async function vote(
  answers: Readonly<Record<string, Answer>>,
  quorum = 2,
  ask?: (source: Source) => Promise<unknown>,
) {
  const votes: Record<string, [Vote, string | null]> = {};
  const nodes = Object.entries(answers).map(([name, answer]) => node(name, answer));
  const source = createQuorum(nodes, quorum, ({ name }, _, said, error) => {
    votes[name] = [said, error];
  });
  await (ask ?? ((all) => all.findHeaders([7])))(source).catch(() => {});
  await delay(30);
  return votes;
}

test.each<[string, Readonly<Record<string, Answer>>, Record<string, Vote>]>([
  [
    'an answer that others contradict',
    { a: [RIGHT], b: [WRONG], c: [RIGHT] },
    { a: 'agreed', b: 'outvoted', c: 'agreed' },
  ],
  [
    'a block that a node lacks',
    { a: [RIGHT], b: [null], c: [RIGHT] },
    { a: 'agreed', b: 'behind', c: 'agreed' },
  ],
  [
    'a head that a node has not reached',
    { a: [RIGHT], b: new NodeBehindError('b'), c: [RIGHT] },
    { a: 'agreed', b: 'behind', c: 'agreed' },
  ],
  [
    'a node that is away',
    { a: [RIGHT], b: new NodeUnavailableError('b', 'away'), c: [RIGHT] },
    { a: 'agreed', b: 'failed', c: 'agreed' },
  ],
  ['a draw', { a: [RIGHT], b: [WRONG] }, { a: 'undecided', b: 'undecided' }],
  [
    'blocks that most lack',
    { a: [null], b: [RIGHT], c: [null] },
    { a: 'agreed', b: 'outvoted', c: 'agreed' },
  ],
])('%s', async (_, answers, expected) => {
  const votes = await vote(answers);
  expect(Object.fromEntries(Object.entries(votes).map(([name, [said]]) => [name, said]))).toEqual(expected);
});

test('a single node agrees with itself, and reports why it failed', async () => {
  expect(await vote({ a: [RIGHT] }, 1)).toEqual({ a: ['agreed', null] });
  expect(await vote({ a: new NodeUnavailableError('a', 'away') }, 1)).toEqual({
    a: ['failed', 'unavailable'],
  });
});

test('a node that was stopped while reading a range has no vote', async () => {
  const read = (source: Source) => source.getRange([], 1, 2);
  const votes = await vote({ a: [], slow: [], c: [] }, 2, read);
  expect(votes).toEqual({ a: ['agreed', null], c: ['agreed', null] });
});
