import { expect, test } from 'vitest';
import { createAskAround } from './ask-around.ts';
import { RpcError } from './rpc/errors.ts';
import type { Rpc } from './rpc/rpc.ts';
import type { Header } from './source.ts';

const hash = `0x${'aa'.repeat(32)}` as const;
const head = { number: 100, hash } as Header;
const call = { method: 'eth_getLogs', params: [] };
const refuse = (said: string) => new RpcError('node', 'eth_getLogs', -32_000, said);

/** Starts a node that gives these answers, one after another, and then repeats the last one. */
function start(...answers: unknown[]) {
  let asks = 0;
  const join: Rpc['join'] = async () => {
    const answer = answers[Math.min(asks++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const around = createAskAround({ name: 'node', join } as Rpc);
  around.named(head);
  return { around, count: () => asks };
}

test.each([hash, 100, 99])('a block that the node named is requested again: %s', async (about) => {
  const { around, count } = start(null, refuse('unknown block'), refuse('header not found'), 'found');
  expect(await around.ask(call, about)).toBe('found');
  expect(count()).toBe(4);
});

test.each([`0x${'bb'.repeat(32)}` as const, 101])(
  'a block that it did not name is not: %s',
  async (about) => {
    const { around, count } = start(null);
    expect(await around.ask(call, about)).toBe(null);
    expect(count()).toBe(1);
  },
);

test('other errors are thrown at once', async () => {
  const other = start(refuse('missing trie node'));
  await expect(other.around.ask(call, hash)).rejects.toThrow('missing trie node');
  expect(other.count()).toBe(1);
  const never = start(refuse('unknown block'));
  await expect(never.around.ask(call, hash)).rejects.toThrow('unknown block');
  expect(never.count()).toBe(8);
});

test.for([
  ['once, if it names the block in the same request', true, 1],
  ['twice, if it accepts one call in a request', false, 2],
] as const)('an empty list is believed when the node sent it %s', async ([, isOneRequest, times]) => {
  let asks = 0;
  const joinAll: Rpc['joinAll'] = async (calls) => {
    asks++;
    const outcomes = calls.map(({ method }) => ({ result: method === 'eth_getLogs' ? [] : head }));
    return { outcomes, isOneRequest };
  };
  const around = createAskAround({ name: 'node', joinAll } as Rpc);
  expect(await around.askWithBlock(call, hash)).toEqual([]);
  expect(asks).toBe(times);
});
