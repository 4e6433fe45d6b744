import { expect, test } from 'vitest';
import { readClaim } from './read-claim.ts';

const [WALLET, CONTRACT, VAULT] = ['07', 'c0', 'fa'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
];

test('a question contains only the filled fields', () => {
  expect(readClaim({ to: WALLET, contract: CONTRACT }, 1)).toEqual({
    question: { wallet: WALLET, contract: CONTRACT, chainId: 1 },
  });
  const filled = {
    to: WALLET,
    contract: CONTRACT,
    from: VAULT,
    tokenId: '#7',
    min: '2,500',
    standard: 'ERC1155',
    rights: 'claim',
    when: 'block',
    at: '12',
  } as const;
  expect(readClaim(filled, 8453).question).toEqual({
    wallet: WALLET,
    contract: CONTRACT,
    chainId: 8453,
    vault: VAULT,
    tokenId: 7n,
    min: 2_500n,
    standard: 'ERC1155',
    rights: `0x${'636c61696d'.padEnd(64, '0')}`,
    rightsText: 'claim',
    moment: { when: 'block', at: 12 },
  });
});

test('every invalid field has a message', () => {
  expect(
    readClaim({ from: '0x1', tokenId: '-1', min: '0', rights: '0x1', when: 'block', at: 'x' }, 1).problems,
  ).toEqual({
    to: expect.stringContaining('address of the wallet'),
    contract: expect.stringContaining('address of the contract'),
    from: expect.stringContaining('This has 1.'),
    tokenId: expect.stringContaining('whole number'),
    min: expect.stringContaining('from 1'),
    rights: expect.stringContaining('64 hex digits'),
    at: expect.stringContaining('block number'),
  });
});

test('fields that contradict each other have a message', () => {
  const asked = { to: WALLET, contract: CONTRACT };
  expect(readClaim({ ...asked, standard: 'ERC1155' }, 1).problems?.tokenId).toContain('Enter the id');
  expect(readClaim({ ...asked, standard: 'ERC20', tokenId: '0' }, 1).problems?.tokenId).toContain('no token');
  expect(readClaim({ ...asked, from: WALLET.toUpperCase().replace('X', 'x') }, 1).problems?.from).toContain(
    'the wallet itself',
  );
});
