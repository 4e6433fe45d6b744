/** 200: which grants satisfy a check, exact bodies, and the headers of every answer. */
import { type Kind, listKinds, REGISTRY_IDS, type Registry, UNLIMITED } from '@mandate/core';
import { type Case, expectAt, OPEN, pathOf, type Query } from './conformance-case.ts';
import {
  BEYOND_DOUBLES,
  BUSY,
  CLAIM,
  COLD,
  GAME,
  GIVER,
  HOT,
  LIMITED,
  MAX,
  NO_RIGHTS,
  RICH,
  RICH_HOT,
} from './grants.ts';
import { getSample, SAMPLES } from './samples.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

const json = 'application/json; charset=utf-8';

/** A check of the sample, but with these values. All operations take `from`, `to` and, in v2, rights of zeros. */
function check(
  covers: string,
  registry: Registry,
  kind: Kind,
  { cold, hot, ...fields }: Query,
  body: string,
) {
  const { path, values } = getSample(registry, kind);
  const { contract, tokenId } = values;
  const wallets = {
    from: cold ?? COLD,
    to: hot ?? HOT[kind],
    rights: registry === 'v2' ? NO_RIGHTS : undefined,
  };
  const answers = { 'content-length': String(body.length), 'content-type': json };
  return expectAt(covers, pathOf(path, { ...wallets, contract, tokenId, ...fields }), { body, answers });
}

const unlimited = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
if (String(UNLIMITED) !== unlimited)
  throw new Error('The largest number of the registry is not what we think.');
const toRich = { cold: RICH, hot: RICH_HOT };

const ofBothRegistries: Case[] = REGISTRY_IDS.flatMap((registry) => [
  check(`rule.wallet.${registry}.contract`, registry, 'contract', { hot: HOT.all, contract: GAME }, 'true'),
  ...listKinds(registry)
    .filter((kind) => WRITTEN[kind].type === 'TOKEN')
    .flatMap((kind) => {
      const [answer, covers] = isBalance(kind) ? [unlimited, ' answer.balance.unlimited'] : ['true', ''];
      return [
        check(`rule.wallet.${registry}.${kind}${covers}`, registry, kind, { hot: HOT.all }, answer),
        check(`rule.contract.${registry}.${kind}`, registry, kind, { hot: HOT.contract }, answer),
      ];
    }),
  check('rule.narrower', registry, 'all', { hot: HOT.contract }, 'false'),
  check('rule.direction', registry, 'all', { cold: HOT.all, hot: COLD }, 'false'),
  check('rule.self', registry, 'all', { cold: BUSY, hot: BUSY }, 'true'),
  check('rule.revoked', registry, 'contract', { cold: BUSY, hot: HOT.contract, contract: GAME }, 'false'),
  check('answer.boolean', registry, 'all', { cold: GIVER, hot: BUSY }, 'true'),
  check('answer.boolean', registry, 'all', { cold: BUSY, hot: GIVER }, 'false'),
]);

const ofKinds: Case[] = [
  check('rule.narrower', 'v2', 'contract', { hot: HOT.erc721 }, 'false'),
  check('rule.narrower', 'v1', 'contract', { hot: HOT.token }, 'false'),
  check('rule.other-standard', 'v2', 'erc20', { hot: HOT.erc721 }, '0'),
  check('rule.other-standard', 'v2', 'erc721', { hot: HOT.erc1155 }, 'false'),
  check('rule.direction', 'v2', 'contract', { cold: HOT.contract, hot: COLD }, 'false'),
  check('rule.self', 'v2', 'contract', { cold: COLD, hot: COLD }, 'false'),
  check('answer.balance.some', 'v2', 'erc20', {}, '5'),
  check('answer.balance.some', 'v2', 'erc1155', {}, '3'),
  check('answer.balance.none rule.nothing', 'v2', 'erc20', { hot: GIVER }, '0'),
  check('answer.balance.none rule.nothing', 'v2', 'erc1155', { hot: GIVER }, '0'),
  check('rule.rights.own', 'v2', 'erc20', { cold: LIMITED, rights: CLAIM }, '9'),
];

const most = { ...toRich, tokenId: String(MAX) };
const beyond = (tokenId: bigint, answer: string) =>
  check('form.uint256.beyond-doubles', 'v2', 'erc721', { ...toRich, tokenId: String(tokenId) }, answer);
const ofNumbers: Case[] = [
  check('answer.balance.digits limit.amount.most', 'v2', 'erc1155', most, unlimited),
  beyond(BEYOND_DOUBLES, 'true'),
  beyond(BEYOND_DOUBLES - 1n, 'false'),
  check('form.uint256.most', 'v1', 'token', most, 'true'),
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const EXPOSED =
  'X-Chain-Id, X-Block-Number, X-Block-Hash, X-Block-Timestamp, X-Safe-Block-Number, RateLimit-Policy, RateLimit, X-Request-Id, Link, ETag, Retry-After';
const origin = 'https://a.example';
const LINES_OF_HEADERS = [
  ...['X-Chain-Id', 'X-Block-Number', 'X-Block-Hash', 'X-Block-Timestamp', 'Content-Type.answer'],
  ...['Cache-Control.head', 'X-Request-Id.made'],
].map((name) => `header.${name}`);

/** Headers of every operation's answer. Every 200 is also tested to name a block of the chain. */
const ofHeaders: Case[] = SAMPLES.map(({ ask }) =>
  ask(`${LINES_OF_HEADERS.join(' ')} cors.origin cors.exposed`, '', {
    headers: { origin },
    answers: {
      ...OPEN,
      'content-type': json,
      'x-block-number': /^\d+$/,
      'x-block-hash': /^0x[0-9a-f]{64}$/,
      'x-block-timestamp': /^\d{10}$/,
      'x-request-id': UUID,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'retry-after': null,
      'x-powered-by': null,
    },
  }),
);

const ofPreflights: Case[] = SAMPLES.map(({ ask }) =>
  ask('cors.preflight cors.methods cors.headers method.OPTIONS', '', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
    status: 204,
    body: '',
    answers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': /(?:^|, )X-API-KEY(?:,|$)/,
      'access-control-max-age': '86400',
    },
  }),
);

const withId = (line: string, id: string, answered: string | RegExp) =>
  getSample('v2', 'all').ask(`header.X-Request-Id.${line}`, '', {
    headers: { 'x-request-id': id },
    answers: { 'x-request-id': answered },
  });
const ofIds: Case[] = [
  withId('given', 'a.request:of-mine_1', 'a.request:of-mine_1'),
  ...['a request', 'a'.repeat(65), '<script>'].map((id) => withId('malformed', id, UUID)),
];

const PAGES: Readonly<Record<string, RegExp>> = {
  '/networks':
    /^\{"networks":\[\{"chainId":1,"name":"Ethereum","testnet":false,"explorer":"https:\/\/etherscan.io","registries":\{"v1":"0x00000000000076A84feF008CDAbe6409d2FE638B","v2":"0x00000000000000447e69651d841bD8D104Bed493"\},"proofs":true,"publicNode":null[,}]/,
  '/status':
    /^\{"chains":\[\{"chainId":1,"name":"Ethereum","state":"ready","detail":null,"indexed":\{"number":\d+,"hash":"0x[0-9a-f]{64}","timestamp":\d+\},"head":\d+,"safe":\d+,"finalized":\d+,"lagBlocks":\d+,"lagSeconds":\d+,"heardMsAgo":\d+,"maxLag":\{"ms":120000,"blockAgeMs":null\},"nodes":\[\]\},/,
  '/status/history':
    /^\{"spanSeconds":900,"chains":\[\{"chainId":1,"name":"Ethereum","lag":\[\{"from":\d+,"lagSeconds":(?:\d+|null),"state":(?:"\w+"|null)\},.*\],"incidents":\[.*\]\}$/,
  '/audit':
    /^\{"chains":\[\{"chainId":1,"name":"Ethereum","questions":0,"coverage":0,"oldestUnauditedSeconds":\d+,"differences":0,"unconfirmed":0,"disputes":0,"vaultsUnderAudit":0,"passes":0,"lastPass":null,"currentPass":null\},.+\{"chainId":5000,"name":"Mantle","questions":\d+,"coverage":1,"oldestUnauditedSeconds":null,"differences":2,"unconfirmed":0,"disputes":0,"vaultsUnderAudit":2,"passes":1,"lastPass":\{"started":\d+,"finished":\d+,"untilBlock":20,"rows":\d+,"rowsCompared":\d+,"grantsProven":\d+,"questions":\d+,"differences":0\},"currentPass":null\}.*\],"reports":\["2026-01-01"\]\}$/,
  '/audit/reports/newest':
    /^\{"day":"2026-01-01","body":"\{.+\}","signature":"0x[0-9a-f]{128}","publicKey":"0x[0-9a-f]{64}"\}$/,
  '/audit/key':
    /^\{"algorithm":"Ed25519","publicKey":"0x[0-9a-f]{64}","since":\d+,"pem":"-----BEGIN PUBLIC KEY-----\\n[\w+/=]+\\n-----END PUBLIC KEY-----\\n","previous":\[\]\}$/,
  '/health': /^\{"status":"ok"\}$/,
  '/openapi.json': /^\{"openapi":"3\.1\.0",/,
  '/errors': /id="chain_not_ready"/,
  '/llms.txt': /^# Mandate\n/,
};
const TYPES: Readonly<Record<string, string>> = {
  '/errors': 'text/html; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
};

const ofPages: Case[] = Object.entries(PAGES).map(([path, body]) =>
  expectAt(`service.${path.slice(1).replaceAll('/', '.')}`, path, {
    body,
    answers: { 'content-type': TYPES[path] ?? json, 'x-chain-id': null },
  }),
);

export const STATUS_200_ANSWERS: readonly Case[] = [
  ...ofBothRegistries,
  ...ofKinds,
  ...ofNumbers,
  ...ofHeaders,
  ...ofPreflights,
  ...ofIds,
  ...ofPages,
];
