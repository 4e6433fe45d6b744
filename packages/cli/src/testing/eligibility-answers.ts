/** Answers about eligibility, as the service writes them. */
import { BLOCK, CONTRACT, FROM, RECORD, TO } from '@mandate/testing/ledger/sample-grant';

export const AT = { chainId: 1, ...BLOCK, safeNumber: null };

/** The right "airdrop", until 2026-01-31T12:00:00Z. */
const EXPIRING = `0x${Buffer.from('airdrop').toString('hex').padEnd(48, '0')}000000${(1_769_860_800).toString(16).padStart(10, '0')}`;

/** A delegation of the whole wallet, unless `more` says otherwise. */
export const grant = (from: string, to: string, more: object = {}) => ({ ...RECORD, from, to, ...more });
const WHOLE_WALLET = { registry: 'v2', ...grant(FROM, TO), block: 2, expiresAt: null };
export const EXCLUSIVE_GRANT = { ...WHOLE_WALLET, rights: EXPIRING, expiresAt: 1_769_860_800 };
export const TOKEN = { type: 'TOKEN', contract: CONTRACT, tokenId: '7', tokenType: 'ERC721' };
const TOKEN_GRANT = { ...WHOLE_WALLET, ...TOKEN, block: 5 };

export const TOO_MANY = {
  reason: 'too_many_vaults',
  detail: 'More vaults than one answer reads.\u001b[2J Name one with --vault.',
  holder: null,
};
export const MAY_CLAIM = {
  eligible: true,
  balance: '3',
  complete: true,
  standard: 'ERC721',
  holders: [
    { address: TO, balance: '1', tokenIds: null, grants: [] },
    { address: FROM, balance: '2', tokenIds: ['7', '9'], grants: [WHOLE_WALLET, TOKEN_GRANT] },
  ],
  block: AT,
  unknown: [] as object[],
};
