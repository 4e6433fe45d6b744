import { expect, test } from 'vitest';
import { adviseOnClaim } from './advise-on-claim.ts';
import type { ClaimQuestion } from './read-claim.ts';

const QUESTION: ClaimQuestion = { wallet: '0x01', contract: '0x02', chainId: 7, min: 3n };

test('a no says what is missing, and links to a grant of the contract', () => {
  const { sentences, grant } = adviseOnClaim(QUESTION, { balance: 1n, standard: 'ERC721' });
  expect(sentences[0]).toContain('holds what is missing (2 tokens), or once a vault');
  expect(grant).toEqual({ chain: 7, kind: 'contract', to: '0x01', contract: '0x02' });
});

test('a no about one token of one vault links to a grant of that token', () => {
  const question = { ...QUESTION, tokenId: 9n, min: 1n, vault: '0x03', rightsText: 'claim' } as const;
  const { sentences, grant } = adviseOnClaim(question, { balance: 0n, standard: 'ERC721' });
  expect(sentences[0]).toContain('once the vault holds what is missing (1 token)');
  expect(grant).toMatchObject({ kind: 'erc721', from: '0x03', token: '9', rights: 'claim' });
});

test('the past has no grant', () => {
  const question = { ...QUESTION, moment: { when: 'time', at: 1 } } as const;
  expect(adviseOnClaim(question, { balance: 0n, standard: null }).grant).toBeNull();
});
