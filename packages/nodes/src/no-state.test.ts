import { expect, test } from 'vitest';
import { judgeStateError } from './no-state.ts';
import { QuorumError } from './quorum.ts';
import { NodeUnavailableError, RpcError } from './rpc/errors.ts';
import { DOUBTFUL_WORDINGS, NO_STATE_WORDINGS } from './testing/no-state-wordings.ts';

const refuse = (said: string, method = 'eth_getStorageAt') => new RpcError('node', method, -32_000, said);

test.each(NO_STATE_WORDINGS)('no state: %s', (said) => {
  expect(judgeStateError(refuse(said))).toBe('certain');
});

test.each(DOUBTFUL_WORDINGS)('perhaps no state: %s', (said) => {
  expect(judgeStateError(refuse(said))).toBe('possible');
});

const pruned = refuse('state is pruned');
const odd = refuse('header not found');
const away = new NodeUnavailableError('node', 'timeout');
test.each([
  ['nodes that all say so', 0, [pruned, pruned], 'certain'],
  ['a node in other words', 0, [pruned, odd], 'possible'],
  ['a node that has it', 1, [pruned], null],
  ['a node that is away', 0, [pruned, away], null],
  ['nodes that contradict each other', 2, [], null],
] as const)('of a quorum: %s', (_, answers, errors, judged) => {
  expect(judgeStateError(new QuorumError('storage', 2, [], answers, errors))).toBe(judged);
});

test('errors of other calls are not about state', () => {
  expect(judgeStateError(refuse('state is pruned', 'eth_getTransactionByHash'))).toBe(null);
  expect(judgeStateError(away)).toBe(null);
});
