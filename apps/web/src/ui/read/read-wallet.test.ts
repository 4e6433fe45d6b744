import { expect, test } from 'vitest';
import { readWallet } from './read-wallet.ts';

const ADDRESS = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';

test.each([
  ADDRESS,
  ADDRESS.toLowerCase(),
  `0x${ADDRESS.slice(2).toUpperCase()}`,
  `  ${ADDRESS}\n`,
  `https://etherscan.io/address/${ADDRESS}#tokentxns`,
  `eip155:1:${ADDRESS}`,
])('%j is a wallet', (text) => {
  expect(readWallet(text).wallet?.toLowerCase()).toBe(ADDRESS.toLowerCase());
});

test.each([
  ['', 'Paste a wallet address'],
  ['vitalik.eth', 'Use the address that it leads to'],
  [ADDRESS.slice(2), '0x at the beginning is missing'],
  [ADDRESS.slice(0, -1), 'This has 39.'],
  [`${ADDRESS}0`, 'This has 41.'],
  [`0x${'0'.repeat(64)}`, 'a hash with 64 digits'],
  [ADDRESS.replace('D5', 'd5'), 'a character is probably wrong'],
  [`eip155:1:${ADDRESS.replace('F6', 'E6')}`, 'a character is probably wrong'],
  [`${ADDRESS.slice(0, -1)}g`, '“g” is not a hex digit'],
  [`${ADDRESS}/${ADDRESS.replace('D5', 'd6')}`, '“/” is not a hex digit'],
  ['my wallet', 'Paste a wallet address'],
])('%j is rejected with a reason', (text, why) => {
  const { wallet, problem } = readWallet(text);
  expect(wallet).toBeUndefined();
  expect(problem).toContain(why);
});
