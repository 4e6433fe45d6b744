import { expect, test } from 'vitest';
import { readFailure } from './wallet-failure.ts';

test.each([
  ['EIP-1193', { code: 4001, message: 'User rejected the request.' }],
  ['inside another', { code: -32_603, message: 'Internal', data: { originalError: { code: 4001 } } }],
  ['as a cause', { message: 'Outer', cause: { code: 4001, message: 'Inner' } }],
  ['of ethers', { code: 'ACTION_REJECTED', message: 'user rejected action' }],
])('a declined request: %s', (_, error) => {
  expect(readFailure(error).isRejection).toBe(true);
});

test('a chain that the wallet lacks, as mobile wallets say it', () => {
  const error = { code: -32_603, message: 'Internal', data: { originalError: { code: 4902 } } };
  expect(readFailure(error)).toMatchObject({ isUnknownChain: true, isRejection: false });
});

test('a wallet that already shows a request', () => {
  expect(readFailure({ code: -32_002, message: 'pending' }).message).toBe(
    'The wallet already shows a request. Open it and answer that one first.',
  );
});

test('the bytes of a revert', () => {
  expect(readFailure({ code: 3, message: 'execution reverted', data: '0x1234' }).data).toBe('0x1234');
  expect(readFailure({ message: 'x', data: { data: '0x5678' } }).data).toBe('0x5678');
});

test.each([undefined, null, 'words', 7, {}])('%j is no reason', (error) => {
  expect(readFailure(error)).toEqual({
    isRejection: false,
    isUnknownChain: false,
    message: 'The wallet gave no reason.',
    data: null,
  });
});

test('an error that contains itself ends', () => {
  const error: Record<string, unknown> = { message: 'round' };
  error['cause'] = error;
  expect(readFailure(error).message).toBe('round');
});

test('texts are one line of bounded length without hidden characters', () => {
  const { message } = readFailure({ message: `a\u202eb\n\nc\u200b${'d'.repeat(500)}` });
  expect(message).toBe(`a b c ${'d'.repeat(194)}…`);
});
