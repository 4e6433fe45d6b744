/** 200: which grants satisfy a check, exact bodies, and the headers of every answer. */
import { type Kind, REGISTRY_IDS, type Registry } from '@mandate/core';
import { type Case, expectAt, JSON_TYPE, OPEN, pathOf, type Query } from './conformance-case.ts';
import {
  BALANCE_KINDS,
  BEYOND_DOUBLES,
  BUSY,
  CLAIM,
  COLD,
  GAME,
  GIVER,
  HOT,
  KINDS_OF,
  LIMITED,
  MAX,
  NO_RIGHTS,
  RICH,
  RICH_HOT,
} from './grants.ts';
import { getSample, SAMPLES } from './samples.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

/** A check of the sample, but with these values. All operations take `from`, `to` and, in v2, rights of zeros. */
function check(
  covers: string,
  registry: Registry,
  kind: Kind,
  { cold: from = COLD, hot: to = HOT[kind], ...fields }: Query,
  body: string,
) {
  const { path, values } = getSample(registry, kind);
  const { contract, tokenId } = values;
  const rights = registry === 'v2' ? NO_RIGHTS : undefined;
  const answers = { 'content-length': String(body.length), 'content-type': JSON_TYPE };
  return expectAt(covers, pathOf(path, { from, to, rights, contract, tokenId, ...fields }), {
    body,
    answers,
  });
}

const UNLIMITED = String(MAX);
const toRich = { cold: RICH, hot: RICH_HOT };
const most = { ...toRich, tokenId: UNLIMITED };

function ofRegistry(registry: Registry): Case[] {
  const tokens = KINDS_OF[registry].filter((kind) => WRITTEN[kind].type === 'TOKEN');
  return [
    check(`rule.wallet.${registry}.contract`, registry, 'contract', { hot: HOT.all, contract: GAME }, 'true'),
    ...tokens.flatMap((kind) => {
      const [answer, covers] = isBalance(kind) ? [UNLIMITED, ' answer.balance.unlimited'] : ['true', ''];
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
  ];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const EXPOSED =
  'X-Chain-Id, X-Block-Number, X-Block-Hash, X-Block-Timestamp, X-Safe-Block-Number, RateLimit-Policy, RateLimit, X-Request-Id, Link, ETag, Retry-After';
const origin = 'https://a.example';
const LINES_OF_HEADERS = [
  ...['X-Chain-Id', 'X-Block-Number', 'X-Block-Hash', 'X-Block-Timestamp', 'Content-Type.answer'],
  ...['Cache-Control.head', 'X-Request-Id.made'],
].map((name) => `header.${name}`);

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

const withId = (line: string, id: string, answered: string | RegExp) =>
  getSample('v2', 'all').ask(`header.X-Request-Id.${line}`, '', {
    headers: { 'x-request-id': id },
    answers: { 'x-request-id': answered },
  });

export const STATUS_200_ANSWERS: readonly Case[] = [
  ...REGISTRY_IDS.flatMap(ofRegistry),
  check('rule.narrower', 'v2', 'contract', { hot: HOT.erc721 }, 'false'),
  check('rule.narrower', 'v1', 'contract', { hot: HOT.token }, 'false'),
  check('rule.other-standard', 'v2', 'erc20', { hot: HOT.erc721 }, '0'),
  check('rule.other-standard', 'v2', 'erc721', { hot: HOT.erc1155 }, 'false'),
  check('rule.direction', 'v2', 'contract', { cold: HOT.contract, hot: COLD }, 'false'),
  check('rule.self', 'v2', 'contract', { cold: COLD, hot: COLD }, 'false'),
  ...BALANCE_KINDS.flatMap((kind) => [
    check('answer.balance.some', 'v2', kind, {}, getSample('v2', kind).stands),
    check('answer.balance.none rule.nothing', 'v2', kind, { hot: GIVER }, '0'),
  ]),
  check('rule.rights.own', 'v2', 'erc20', { cold: LIMITED, rights: CLAIM }, '9'),
  check('answer.balance.digits limit.amount.most', 'v2', 'erc1155', most, UNLIMITED),
  check('form.uint256.most', 'v1', 'token', most, 'true'),
  ...[true, false].map((stands) => {
    const tokenId = String(stands ? BEYOND_DOUBLES : BEYOND_DOUBLES - 1n);
    return check('form.uint256.beyond-doubles', 'v2', 'erc721', { ...toRich, tokenId }, String(stands));
  }),
  // Every 200 is also tested to name a block of the chain.
  ...SAMPLES.flatMap(({ ask }) => [
    ask(`${LINES_OF_HEADERS.join(' ')} cors.origin cors.exposed`, '', {
      headers: { origin },
      answers: {
        ...OPEN,
        'content-type': JSON_TYPE,
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
  ]),
  withId('given', 'a.request:of-mine_1', 'a.request:of-mine_1'),
  ...['a request', 'a'.repeat(65), '<script>'].map((id) => withId('malformed', id, UUID)),
  ...Object.entries(PAGES).map(([path, body]) =>
    expectAt(`service.${path.slice(1).replaceAll('/', '.')}`, path, {
      body,
      answers: { 'content-type': TYPES[path] ?? JSON_TYPE, 'x-chain-id': null },
    }),
  ),
];
