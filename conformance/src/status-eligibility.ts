/**
 * Refusals of `/eligibility` and `/exclusive`: parameters that are missing, malformed or contradict each other, methods, and
 * limits. What they answer is compared with the contracts by `npm run truth -- --eligibility`.
 */
import type { Case } from './conformance-case.ts';
import { COLD, HOT } from './samples.ts';

const CONTRACT = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0';
const BYTES32 = `0x${'12'.repeat(32)}`;
const CLAIM = { wallet: HOT.all, contract: CONTRACT };

/** `wallet` is in the query here, and not a part of the path. */
const pathOf = (path: string, values: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(values)}`;

type Errors = readonly (readonly [parameter: string, message: string])[];

const refused = (line: string, path: string, errors: Errors): Case => ({
  name: `${line}: ${path}`,
  covers: [line, 'code.invalid_parameters'],
  path,
  status: 400,
  problem: { code: 'invalid_parameters', errors },
});

const claim = (line: string, values: Readonly<Record<string, string>>, errors: Errors) =>
  refused(`getEligibility.${line}`, pathOf('/eligibility', values), errors);

const STATUS_400: readonly Case[] = [
  claim('missing', {}, [
    ['wallet', 'is missing: send "wallet".'],
    ['contract', 'is missing: send "contract".'],
  ]),
  claim('malformed', { ...CLAIM, wallet: 'vitalik.eth' }, [['wallet', 'Names are not resolved.']]),
  claim('min', { ...CLAIM, min: '0' }, [['min', 'must be at least 1.']]),
  claim('standard', { ...CLAIM, standard: 'erc721' }, [
    ['standard', 'must be "ERC721", "ERC1155" or "ERC20".'],
  ]),
  claim('erc1155-without-id', { ...CLAIM, standard: 'ERC1155' }, [['tokenId', 'is missing']]),
  claim('erc20-with-id', { ...CLAIM, standard: 'ERC20', tokenId: '0' }, [['tokenId', 'has no ids']]),
  claim('vault-is-wallet', { ...CLAIM, vault: HOT.all }, [['vault', 'is the wallet itself']]),
  claim('exclusive-32-bytes', { ...CLAIM, exclusive: 'true', rights: BYTES32 }, [['rights', '24-byte']]),
  claim('exclusive-v1', { ...CLAIM, exclusive: 'true', registries: 'v1' }, [['registries', 'v2']]),
  claim('exclusive-strict', { ...CLAIM, exclusive: 'true', consistency: 'strict' }, [['consistency', '']]),
  ...Object.entries({
    getExclusiveWallet: { path: '/exclusive/wallet', values: { vault: COLD } },
    getExclusiveOwner: { path: '/exclusive/owner', values: { contract: CONTRACT, tokenId: '7' } },
    listExclusiveVaults: { path: '/exclusive/vaults', values: { wallet: HOT.all } },
  }).flatMap(([id, { path, values }]) => [
    refused(
      `${id}.missing`,
      path,
      Object.keys(values).map((name) => [name, `is missing: send "${name}"`] as const),
    ),
    refused(`${id}.32-bytes`, pathOf(path, { ...values, rights: BYTES32 }), [['rights', '24-byte']]),
    refused(`${id}.strict`, pathOf(path, { ...values, consistency: 'strict' }), [['consistency', '']]),
  ]),
];

const STATUS_405: readonly Case[] = [
  ['getEligibility', '/eligibility', 'PUT', 'GET, HEAD, OPTIONS, POST'],
  ['getExclusiveWallet', '/exclusive/wallet', 'POST', 'GET, HEAD, OPTIONS'],
  ['getExclusiveOwner', '/exclusive/owner', 'POST', 'GET, HEAD, OPTIONS'],
  ['listExclusiveVaults', '/exclusive/vaults', 'POST', 'GET, HEAD, OPTIONS'],
].map(([id = '', path = '', method = '', allow = '']) => ({
  name: `${method} ${path}`,
  covers: [`${id}.method`, 'code.method_not_allowed'],
  method,
  path,
  status: 405,
  answers: { allow },
  problem: { code: 'method_not_allowed' },
}));

const COUNTS_AS_TWO: Case = {
  name: 'a question about eligibility counts as two',
  covers: ['getEligibility.counts-as-two'],
  path: '/eligibility',
  service: 'limited',
  headers: { 'x-forwarded-for': '192.0.2.201' },
  status: 400,
  answers: { ratelimit: /^"anon";r=23;t=(?:[1-9]|10)$/ },
  problem: {
    code: 'invalid_parameters',
    errors: [
      ['wallet', 'is missing'],
      ['contract', 'is missing'],
    ],
  },
};

export const STATUS_ELIGIBILITY: readonly Case[] = [...STATUS_400, ...STATUS_405, COUNTS_AS_TWO];
