import { expect, test } from 'vitest';
import { readRevert } from './read-revert.ts';
import { readWalletFailure } from './wallet-failure.ts';

test.each([
  ['EIP-1193', { code: 4001, message: 'User rejected the request.' }],
  ['inside another', { code: -32_603, message: 'Internal', data: { originalError: { code: 4001 } } }],
  ['as a cause', { message: 'Outer', cause: { code: 4001, message: 'Inner' } }],
  ['of ethers', { code: 'ACTION_REJECTED', message: 'user rejected action' }],
])('a declined request: %s', (_, error) => {
  expect(readWalletFailure(error).reason.code).toBe('declined');
});

test('a chain that the wallet lacks, as mobile wallets say it', () => {
  const error = { code: -32_603, message: 'Internal', data: { originalError: { code: 4902 } } };
  expect(readWalletFailure(error).reason.code).toBe('unknownChain');
});

test('a wallet that already shows a request', () => {
  expect(readWalletFailure({ code: -32_002, message: 'pending' }).reason.code).toBe('busy');
});

test('the bytes of a revert', () => {
  expect(readWalletFailure({ code: 3, message: 'execution reverted', data: '0x1234' }).data).toBe('0x1234');
  expect(readWalletFailure({ message: 'x', data: { data: '0x5678' } }).data).toBe('0x5678');
});

test.each([undefined, null, 'words', 7, {}])('%j is no reason', (error) => {
  expect(readWalletFailure(error)).toEqual({ reason: { code: 'silent', message: null }, data: null });
});

test('an error that contains itself ends', () => {
  const error: Record<string, unknown> = { message: 'round' };
  error['cause'] = error;
  expect(readWalletFailure(error).reason.message).toBe('round');
});

test('texts are one line of bounded length without hidden characters', () => {
  const { message } = readWalletFailure({ message: `a\u202eb\n\nc\u200b${'d'.repeat(500)}` }).reason;
  expect(message).toBe(`a b c ${'d'.repeat(194)}…`);
});

const WORD = 64;
const text = (words: string) => {
  const bytes = Buffer.from(words).toString('hex');
  const length = words.length.toString(16).padStart(WORD, '0');
  return `0x08c379a0${'20'.padStart(WORD, '0')}${length}${bytes.padEnd(WORD, '0')}`;
};

test.each([
  ['the text of a require', text('no right'), { code: 'reverted', message: 'no right' }],
  ['a failed multicall', '0x4d6a2328', { code: 'multicallFailed', message: null }],
  ['another error', '0x12345678', { code: 'said', message: 'reverted' }],
  ['a text that was cut', text('no right').slice(0, 80), { code: 'said', message: 'reverted' }],
  ['a text longer than it says', `0x08c379a0${'f'.repeat(WORD)}`, { code: 'said', message: 'reverted' }],
])('why a registry refused: %s', (_, data, reason) => {
  expect(readRevert(readWalletFailure({ message: 'reverted', data }))).toEqual(reason);
});
