import type { Account } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { describeAccount } from './describe-account.ts';

const CODE = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';
const accountOf = (parts: Partial<Account>): Account => ({
  kind: 'plain',
  codeAddress: null,
  codeName: null,
  block: 7,
  blockHash: '0x',
  ...parts,
});
const say = (account: Account | null) => {
  const { before, code, after } = describeAccount(account, 'Base');
  return `${before}${code ?? ''}${after}`;
};

test.each<[Account, string]>([
  [accountOf({}), 'This address has no code on Base at block 7.'],
  [accountOf({ kind: 'contract' }), 'This address is a contract on Base.'],
  [accountOf({ kind: 'safe', codeAddress: CODE, codeName: 'Safe 1.4.1' }), 'a Safe on Base (Safe 1.4.1).'],
  [
    accountOf({ kind: 'eip7702', codeAddress: CODE, codeName: 'MetaMask' }),
    `on Base: ${CODE} (MetaMask). Whoever`,
  ],
  [accountOf({ kind: 'eip7702', codeAddress: CODE }), `on Base: ${CODE}. Whoever controls that code`],
])('%o', (account, words) => {
  expect(say(account)).toContain(words);
});

test('what is not known, and what a newer service says, is not called an account without code', () => {
  for (const account of [null, accountOf({ kind: 'new' }), accountOf({ kind: 'eip7702' })])
    expect(say(account)).toContain('It is not known');
});
