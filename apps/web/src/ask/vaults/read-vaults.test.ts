import { expect, test } from 'vitest';
import { readVaults } from './read-vaults.ts';

const [HOT, CONTRACT] = [`0x${'07'.repeat(20)}`, `0x${'c0'.repeat(20)}`];

test('requests contain only the filled fields', () => {
  expect(readVaults({ to: HOT })).toEqual({ question: { to: HOT } });
  expect(readVaults({ to: HOT, chain: 8453, contract: CONTRACT, tokenId: '7', rights: '' })).toEqual({
    question: { to: HOT, chainIds: [8453], contract: CONTRACT, tokenId: 7n },
  });
});

test('every invalid field has a message', () => {
  expect(readVaults({ to: '0x12', contract: 'x', tokenId: '-1', rights: '0x1' }).problems).toEqual({
    to: expect.stringContaining('This has 2.'),
    contract: expect.stringContaining('Paste a wallet address'),
    tokenId: expect.stringContaining('whole number'),
    rights: expect.stringContaining('64 hex digits'),
  });
  expect(readVaults({ to: HOT, tokenId: '7' }).problems?.contract).toContain('Enter the contract');
});
