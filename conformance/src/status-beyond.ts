/**
 * `/eligibility`, `/tokens`, `/exclusive`, `/names` and `/wallets`: refusals, methods, and answers about what has no name and no
 * delegation. What the first three answer is compared with the contracts by `npm run truth -- --eligibility`, `--tokens` and `--exclusive`.
 */
import { type Case, expectAt, type Problem, refuses, refusesMethod } from './conformance-case.ts';
import { COLD, ELSEWHERE, HOT, STRANGER } from './grants.ts';

type Values = Readonly<Record<string, string>>;
type Errors = NonNullable<Problem['errors']>;

const CONTRACT = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0';
const BYTES32 = `0x${'12'.repeat(32)}`;
const CLAIM = { wallet: HOT.all, contract: CONTRACT };

/** A wallet is in the query of these, and not a part of the path. */
const refused = (line: string, path: string, values: Values, ...errors: Errors) =>
  expectAt(line, `${path}?${new URLSearchParams(values)}`, refuses(...errors));
const unserved = (line: string, path: string, errors: Errors = []) =>
  expectAt(line, path, { problem: { code: 'chain_not_supported', errors } });

const claim = (line: string, values: Values, ...errors: Errors) =>
  refused(`getEligibility.${line}`, '/eligibility', { ...CLAIM, ...values }, ...errors);
const tokens = (line: string, values: Values, ...errors: Errors) =>
  refused(`listTokens.${line}`, '/tokens', { ...CLAIM, ...values }, ...errors);

const EXCLUSIVE: Readonly<Record<string, readonly [path: string, Values]>> = {
  getExclusiveWallet: ['/exclusive/wallet', { vault: COLD }],
  getExclusiveOwner: ['/exclusive/owner', { contract: CONTRACT, tokenId: '7' }],
  listExclusiveVaults: ['/exclusive/vaults', { wallet: HOT.all }],
};
const names = (line: string, values: Values, ...errors: Errors) =>
  refused(`getNames.${line}`, '/names', values, ...errors);
const tooMany = Array.from({ length: 26 }, () => `1:${STRANGER}`).join();
const wallet = `/wallets/${STRANGER}`;

export const STATUS_BEYOND: readonly Case[] = [
  expectAt(
    'getEligibility.missing',
    '/eligibility?',
    refuses(['wallet', 'is missing: send "wallet".'], ['contract', 'is missing: send "contract".']),
  ),
  claim('malformed', { wallet: 'vitalik.eth' }, ['wallet', 'ask /names?name= for its address.']),
  claim('min', { min: '0' }, ['min', 'must be at least 1.']),
  claim('standard', { standard: 'erc721' }, ['standard', 'must be "ERC721", "ERC1155" or "ERC20".']),
  claim('erc1155-without-id', { standard: 'ERC1155' }, ['tokenId', 'is missing']),
  claim('erc20-with-id', { standard: 'ERC20', tokenId: '0' }, ['tokenId', 'has no ids']),
  claim('vault-is-wallet', { vault: HOT.all }, ['vault', 'is the wallet itself']),
  claim('exclusive-32-bytes', { exclusive: 'true', rights: BYTES32 }, ['rights', '24-byte']),
  claim('exclusive-v1', { exclusive: 'true', registries: 'v1' }, ['registries', 'v2']),
  claim('exclusive-strict', { exclusive: 'true', consistency: 'strict' }, ['consistency', '']),
  refusesMethod('getEligibility.method', 'PUT', '/eligibility', 'GET, HEAD, OPTIONS, POST'),
  expectAt(
    'listTokens.missing',
    '/tokens?',
    refuses(['wallet', 'is missing: send "wallet".'], ['contract', 'is missing: send "contract".']),
  ),
  tokens('standard', { standard: 'ERC20' }, ['standard', 'other tokens have no ids.']),
  tokens('cursor', { cursor: 'next' }, ['cursor', '']),
  tokens('vault-is-wallet', { vault: HOT.all }, ['vault', 'is the wallet itself']),
  tokens('exclusive-32-bytes', { exclusive: 'true', rights: BYTES32 }, ['rights', '24-byte']),
  tokens('exclusive-v1', { exclusive: 'true', registries: 'v1' }, ['registries', 'v2']),
  tokens('exclusive-strict', { exclusive: 'true', consistency: 'strict' }, ['consistency', '']),
  refusesMethod('listTokens.method', 'PUT', '/tokens', 'GET, HEAD, OPTIONS, POST'),
  ...Object.entries(EXCLUSIVE).flatMap(([id, [path, values]]) => {
    const missing = Object.keys(values).map((name) => [name, `is missing: send "${name}"`] as const);
    return [
      expectAt(`${id}.missing`, path, refuses(...missing)),
      refused(`${id}.32-bytes`, path, { ...values, rights: BYTES32 }, ['rights', '24-byte']),
      refused(`${id}.strict`, path, { ...values, consistency: 'strict' }, ['consistency', '']),
      refusesMethod(`${id}.method`, 'POST', path),
    ];
  }),
  names('missing', {}, ['of', 'is missing, and so is "name".']),
  names('malformed', { of: STRANGER }, ['of', 'must be like 1:0x']),
  names('malformed', { of: `1:${STRANGER.replace('e', 'E')}` }, ['of', 'checksum (EIP-55) is wrong']),
  names('too-many', { of: tooMany }, ['of', 'at most 25.']),
  names('name', { name: 'mira' }, ['name', 'must be a name of ENS']),
  unserved('getNames.unserved', `/names?of=31337%3A${STRANGER}`, [['chainId', 'is 31337.']]),
  expectAt(
    'getNames.unknown-address',
    `/names?of=1:${STRANGER}`,
    /"tokenId":null,"known":true,"isContract":false,"ensName":null,"contract":null,"token":null,"account":\{"kind":"plain",.*\}\}\],"resolved":null\}$/,
  ),
  expectAt(
    'getNames.unresolved',
    '/names?name=Nobody.eth',
    '{"addresses":[],"resolved":{"name":"nobody.eth","known":true,"address":null}}',
  ),
  refusesMethod('getNames.method', 'POST', '/names'),
  expectAt(
    'getWallet.malformed',
    '/wallets/vitalik.eth',
    refuses(['wallet', 'ask /names?name= for its address.']),
  ),
  refused('getWallet.direction', wallet, { direction: 'both' }, ['direction', 'must be "from" or "to".']),
  refused('getWallet.cursor', wallet, { cursor: 'next' }, ['cursor', '']),
  refused('getWallet.misspelled', wallet, { chain: '1' }, ['chain', 'Did you mean "chainIds"?']),
  unserved('getWallet.unserved', `${wallet}?chainIds=31337`),
  expectAt(
    'getWallet.empty',
    `${wallet}?chainIds=1,10`,
    /^\{"address":"0x[0-9a-fA-F]{40}","delegations":\[\],"chains":\[\{"chainId":1,"known":true,.*\{"chainId":10,"known":true,.*\],"next":null\}$/,
  ),
  expectAt(
    'getWallet.elsewhere',
    `/wallets/${ELSEWHERE}?chainIds=1,10`,
    /"delegations":\[\{"chainId":10,"registry":"v2",.*"next":null\}$/,
  ),
  refusesMethod('getWallet.method', 'POST', wallet),
];
