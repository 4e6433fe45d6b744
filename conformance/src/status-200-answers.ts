/** 200: which grants satisfy a check, exact bodies, and the headers of every answer. */
import {
  type DelegationFields,
  type Kind,
  listKinds,
  REGISTRY_IDS,
  type Registry,
  UNLIMITED,
} from '@mandate/core';
import { type Case, pathOf } from './conformance-case.ts';
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
  questionOf,
  RICH,
  RICH_HOT,
  SAMPLES,
} from './samples.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

/** A check in the domain's terms, and its answer. */
const check = (
  registry: Registry,
  kind: Kind,
  fields: Partial<DelegationFields>,
  body: string,
  ...covers: readonly string[]
): Case => {
  const sample = SAMPLES.find((each) => each.version === registry && each.kind === kind);
  if (!sample) throw new RangeError(`${registry} has no check of kind ${kind}.`);
  const asks = questionOf(sample, fields);
  const words = { ...asks, ...('tokenId' in asks ? { tokenId: String(asks.tokenId) } : {}) };
  const { registry: _, kind: __, ...values } = words as Record<string, unknown>;
  return {
    name: `${sample.id} with ${JSON.stringify(values)} is ${body}`,
    covers,
    path: pathOf(sample.path, values as Record<string, string>),
    status: 200,
    body,
    answers: { 'content-length': String(body.length), 'content-type': 'application/json; charset=utf-8' },
    asks,
  };
};

const unlimited = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const toRich = { from: RICH, to: RICH_HOT } as const;

const ofRules: Case[] = [
  ...REGISTRY_IDS.flatMap((registry) => [
    check(registry, 'contract', { to: HOT.all, contract: GAME }, 'true', `rule.wallet.${registry}.contract`),
    ...listKinds(registry)
      .filter((kind) => WRITTEN[kind].type === 'TOKEN')
      .flatMap((kind) => {
        const [answer, covers] = isBalance(kind) ? [unlimited, ['answer.balance.unlimited']] : ['true', []];
        return [
          check(registry, kind, { to: HOT.all }, answer, `rule.wallet.${registry}.${kind}`, ...covers),
          check(registry, kind, { to: HOT.contract }, answer, `rule.contract.${registry}.${kind}`),
        ];
      }),
  ]),
  check('v2', 'all', { to: HOT.contract }, 'false', 'rule.narrower'),
  check('v2', 'contract', { to: HOT.erc721 }, 'false', 'rule.narrower'),
  check('v1', 'all', { to: HOT.contract }, 'false', 'rule.narrower'),
  check('v1', 'contract', { to: HOT.token }, 'false', 'rule.narrower'),
  check('v2', 'erc20', { to: HOT.erc721 }, '0', 'rule.other-standard'),
  check('v2', 'erc721', { to: HOT.erc1155 }, 'false', 'rule.other-standard'),
  check('v2', 'all', { from: HOT.all, to: COLD }, 'false', 'rule.direction'),
  check('v2', 'contract', { from: HOT.contract, to: COLD }, 'false', 'rule.direction'),
  check('v1', 'all', { from: HOT.all, to: COLD }, 'false', 'rule.direction'),
  check('v2', 'all', { from: BUSY, to: BUSY }, 'true', 'rule.self'),
  check('v1', 'all', { from: BUSY, to: BUSY }, 'true', 'rule.self'),
  check('v2', 'contract', { from: COLD, to: COLD }, 'false', 'rule.self'),
  check('v2', 'contract', { from: BUSY, to: HOT.contract, contract: GAME }, 'false', 'rule.revoked'),
  check('v1', 'contract', { from: BUSY, to: HOT.contract, contract: GAME }, 'false', 'rule.revoked'),
  check('v2', 'all', { from: GIVER, to: BUSY }, 'true', 'answer.boolean'),
  check('v2', 'all', { from: BUSY, to: GIVER }, 'false', 'answer.boolean'),
  check('v1', 'all', { from: GIVER, to: BUSY }, 'true', 'answer.boolean'),
  check('v1', 'all', { from: BUSY, to: GIVER }, 'false', 'answer.boolean'),
  check('v2', 'erc20', {}, '5', 'answer.balance.some'),
  check('v2', 'erc1155', {}, '3', 'answer.balance.some'),
  check('v2', 'erc20', { to: GIVER }, '0', 'answer.balance.none', 'rule.nothing'),
  check('v2', 'erc1155', { to: GIVER }, '0', 'answer.balance.none', 'rule.nothing'),
  check('v2', 'erc20', { from: LIMITED, rights: CLAIM }, '9', 'rule.rights.own'),
  check(
    'v2',
    'erc1155',
    { ...toRich, tokenId: MAX },
    unlimited,
    'answer.balance.digits',
    'limit.amount.most',
  ),
  check('v2', 'erc721', { ...toRich, tokenId: BEYOND_DOUBLES }, 'true', 'form.uint256.beyond-doubles'),
  check('v2', 'erc721', { ...toRich, tokenId: BEYOND_DOUBLES - 1n }, 'false', 'form.uint256.beyond-doubles'),
  check('v1', 'token', { ...toRich, tokenId: MAX }, 'true', 'form.uint256.most'),
];
if (String(UNLIMITED) !== unlimited)
  throw new Error('The largest number of the registry is not what we think.');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const EXPOSED =
  'X-Chain-Id, X-Block-Number, X-Block-Hash, X-Block-Timestamp, X-Safe-Block-Number, RateLimit-Policy, RateLimit, X-Request-Id, Link, ETag, Retry-After';
const preflight = {
  origin: 'https://a.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'x-api-key',
};

/** Headers of every operation's answer. Every 200 is also tested to name a block of the chain. */
const ofHeaders: Case[] = SAMPLES.map(({ id, path, values }) => ({
  name: `the headers of ${id}`,
  covers: [
    ...['X-Chain-Id', 'X-Block-Number', 'X-Block-Hash', 'X-Block-Timestamp'].map((name) => `header.${name}`),
    ...['Content-Type.answer', 'Cache-Control.head', 'X-Request-Id.made'].map((name) => `header.${name}`),
    ...['cors.origin', 'cors.exposed'],
  ],
  path: pathOf(path, values),
  headers: { origin: 'https://a.example' },
  status: 200,
  answers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-chain-id': /^1$/,
    'x-block-number': /^\d+$/,
    'x-block-hash': /^0x[0-9a-f]{64}$/,
    'x-block-timestamp': /^\d{10}$/,
    'x-request-id': UUID,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    'retry-after': null,
    'x-powered-by': null,
  },
}));

const oneCheck = `/registry/v2/check/all?to=${HOT.all}&from=${COLD}`;
const ofRequests: Case[] = [
  {
    name: 'the id of a request comes back',
    covers: ['header.X-Request-Id.given'],
    path: oneCheck,
    headers: { 'x-request-id': 'a.request:of-mine_1' },
    status: 200,
    answers: { 'x-request-id': 'a.request:of-mine_1' },
  },
  ...['a request', 'a'.repeat(65), '<script>'].map((given) => ({
    name: `"${given}" is no id for a request`,
    covers: ['header.X-Request-Id.malformed'],
    path: oneCheck,
    headers: { 'x-request-id': given },
    status: 200,
    answers: { 'x-request-id': UUID },
  })),
  ...SAMPLES.map(({ id, path, values }) => ({
    name: `a page of another origin asks before ${id}`,
    covers: ['cors.preflight', 'cors.methods', 'cors.headers', 'method.OPTIONS'],
    method: 'OPTIONS',
    path: pathOf(path, values),
    headers: preflight,
    status: 204,
    body: '',
    answers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': /(?:^|, )X-API-KEY(?:,|$)/,
      'access-control-max-age': '86400',
    },
  })),
];

const json = 'application/json; charset=utf-8';
const PAGES: readonly (readonly [path: string, type: string, body: RegExp])[] = [
  [
    '/networks',
    json,
    /^\{"networks":\[\{"chainId":1,"name":"Ethereum","testnet":false,"explorer":"https:\/\/etherscan.io","registries":\{"v1":"0x00000000000076A84feF008CDAbe6409d2FE638B","v2":"0x00000000000000447e69651d841bD8D104Bed493"\},"proofs":true,"publicNode":null[,}]/,
  ],
  [
    '/status',
    json,
    /^\{"chains":\[\{"chainId":1,"name":"Ethereum","state":"ready","detail":null,"indexed":\{"number":\d+,"hash":"0x[0-9a-f]{64}","timestamp":\d+\},"head":\d+,"safe":\d+,"finalized":\d+,"lagBlocks":\d+,"lagSeconds":\d+,"heardMsAgo":\d+,"maxLag":\{"ms":120000,"blockAgeMs":null\},"nodes":\[\]\},/,
  ],
  [
    '/status/history',
    json,
    /^\{"spanSeconds":900,"chains":\[\{"chainId":1,"name":"Ethereum","lag":\[\{"from":\d+,"lagSeconds":(?:\d+|null),"state":(?:"\w+"|null)\},.*\],"incidents":\[.*\]\}$/,
  ],
  [
    '/audit',
    json,
    /^\{"chains":\[\{"chainId":1,"name":"Ethereum","questions":0,"coverage":0,"oldestUnauditedSeconds":\d+,"differences":0,"unconfirmed":0,"disputes":0,"vaultsUnderAudit":0,"passes":0,"lastPass":null,"currentPass":null\},.+\{"chainId":5000,"name":"Mantle","questions":\d+,"coverage":1,"oldestUnauditedSeconds":null,"differences":2,"unconfirmed":0,"disputes":0,"vaultsUnderAudit":2,"passes":1,"lastPass":\{"started":\d+,"finished":\d+,"untilBlock":20,"rows":\d+,"rowsCompared":\d+,"grantsProven":\d+,"questions":\d+,"differences":0\},"currentPass":null\}.*\],"reports":\["2026-01-01"\]\}$/,
  ],
  [
    '/audit/reports/newest',
    json,
    /^\{"day":"2026-01-01","body":"\{.+\}","signature":"0x[0-9a-f]{128}","publicKey":"0x[0-9a-f]{64}"\}$/,
  ],
  [
    '/audit/key',
    json,
    /^\{"algorithm":"Ed25519","publicKey":"0x[0-9a-f]{64}","since":\d+,"pem":"-----BEGIN PUBLIC KEY-----\\n[\w+/=]+\\n-----END PUBLIC KEY-----\\n","previous":\[\]\}$/,
  ],
  ['/health', json, /^\{"status":"ok"\}$/],
  ['/openapi.json', json, /^\{"openapi":"3\.1\.0",/],
  ['/errors', 'text/html; charset=utf-8', /id="chain_not_ready"/],
  ['/llms.txt', 'text/plain; charset=utf-8', /^# Mandate\n/],
];

const ofPages: Case[] = PAGES.map(([path, type, body]) => ({
  name: path,
  covers: [`service.${path.slice(1).replaceAll('/', '.')}`],
  path,
  status: 200,
  body,
  answers: { 'content-type': type, 'x-chain-id': null },
}));

export const STATUS_200_ANSWERS: readonly Case[] = [...ofRules, ...ofHeaders, ...ofRequests, ...ofPages];
