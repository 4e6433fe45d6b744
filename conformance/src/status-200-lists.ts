/** 200: every field of every record, the order of lists, and pages. */
import { type Case, type CursorName, pathOf, type Stage } from './conformance-case.ts';
import { LISTS } from './records.ts';
import { BUSY, COLD, HOT, LIMITED, MANY, MANY_COUNT, RICH, STRANGER, V1_KINDS, V2_KINDS } from './samples.ts';

const VERSIONS = ['v1', 'v2'] as const;
const V1_FIELDS = ['type', 'delegate', 'vault', 'contract', 'tokenId'];
const V2_FIELDS = ['type', 'from', 'to', 'contract', 'tokenId', 'rights', 'tokenType', 'amount'];
const at = (version: string, wallet: string, query: Readonly<Record<string, string>> = {}) =>
  pathOf(`/registry/${version}/:wallet`, { wallet, ...query });

const ofRecords: Case[] = [
  ...V1_KINDS.map((kind) => ({
    name: `a v1 record of kind ${kind}`,
    covers: [...V1_FIELDS.map((field) => `v1Record.${field}.${kind}`), 'record.order', 'record.checksum'],
    path: at('v1', HOT[kind]),
    status: 200,
    body: LISTS.v1.ofKind(kind),
    lists: { registry: 'v1', wallet: HOT[kind] } as const,
  })),
  ...V2_KINDS.map((kind) => ({
    name: `a v2 record of kind ${kind}`,
    covers: [...V2_FIELDS.map((field) => `v2Record.${field}.${kind}`), 'record.order', 'record.checksum'],
    path: at('v2', HOT[kind]),
    status: 200,
    body: LISTS.v2.ofKind(kind),
    lists: { registry: 'v2', wallet: HOT[kind] } as const,
  })),
];

const ofOrder: Case[] = VERSIONS.flatMap((version) => [
  {
    name: `${version}List has what a wallet gave, then what it was given, each by block and place in it`,
    covers: ['direction', 'block', 'log', 'self', 'revoked'].map((line) => `list.${line}`),
    path: at(version, BUSY),
    status: 200,
    body: LISTS[version].busy,
    lists: { registry: version, wallet: BUSY },
  },
  {
    name: `${version}List of a wallet that has nothing`,
    covers: ['list.empty', `${version}List.none`],
    path: at(version, STRANGER),
    status: 200,
    body: '[]',
    answers: { 'content-length': '2', link: null },
    lists: { registry: version, wallet: STRANGER },
  },
  {
    name: `${version}List has every digit`,
    covers: ['record.digits'],
    path: at(version, RICH),
    status: 200,
    body: LISTS[version].rich,
    lists: { registry: version, wallet: RICH },
  },
  {
    name: `${version}List has every digit as a string`,
    covers: ['record.numbers-string'],
    path: at(version, RICH, { numbers: 'string' }),
    status: 200,
    body: LISTS[version].richInStrings,
    lists: { registry: version, wallet: RICH },
  },
]);

const goesOn =
  (path: string, name: CursorName, query: string) =>
  ({ cursors }: Stage) =>
    `${path}?${query}cursor=${cursors[name]}`;

const ofPages: Case[] = VERSIONS.flatMap((version) => [
  {
    name: `${version}List, one record a page`,
    covers: [
      `${version}List.limit.present`,
      'form.limit.least',
      'limit.rows.least',
      'list.link',
      'header.Link',
    ],
    path: at(version, COLD, { limit: '1', chainId: '1', numbers: 'number' }),
    status: 200,
    body: LISTS[version].coldFirst,
    answers: {
      // The link of the next page keeps all parameters of this one.
      link: new RegExp(
        `^</registry/${version}/${COLD}\\?limit=1&chainId=1&numbers=number&cursor=[\\w-]+>; rel="next"$`,
      ),
      'cache-control': 'no-store',
    },
  },
  {
    name: `${version}List, the second page of one record`,
    covers: [`${version}List.cursor.present`, 'form.cursor.link', 'list.link'],
    path: goesOn(`/registry/${version}/${COLD}`, version, 'limit=1&'),
    status: 200,
    body: LISTS[version].coldSecond,
    answers: { link: /cursor=[\w-]+>; rel="next"$/ },
  },
  {
    name: `${version}List, the rest, which is the last page`,
    covers: [`${version}List.limit.default`, 'list.last'],
    path: goesOn(`/registry/${version}/${COLD}`, version, ''),
    status: 200,
    body: LISTS[version].coldAfterFirst,
    answers: { link: null },
  },
  {
    name: `${version}List, a page that takes all`,
    covers: [`${version}List.limit.present`, 'form.limit.most', 'limit.rows.most', 'list.last'],
    path: at(version, COLD, { limit: '1000' }),
    status: 200,
    body: LISTS[version].cold,
    answers: { link: null, 'cache-control': 'no-store' },
    lists: { registry: version, wallet: COLD },
  },
  {
    name: `${version}List, a page of nothing`,
    covers: ['list.empty'],
    path: at(version, STRANGER, { limit: '1' }),
    status: 200,
    body: '[]',
    answers: { link: null },
  },
]);

const ofFirstGrants: Case[] = [
  {
    name: 'v2List, with the place of each first grant',
    covers: ['v2List.firstGrant.present', 'form.boolean.true', 'list.first'],
    path: at('v2', COLD, { firstGrant: 'true' }),
    status: 200,
    body: LISTS.v2.coldWithFirst,
  },
  {
    name: 'v2List, without places',
    covers: ['v2List.firstGrant.default', 'form.boolean.false'],
    path: at('v2', COLD, { firstGrant: 'false' }),
    status: 200,
    body: LISTS.v2.cold,
    lists: { registry: 'v2', wallet: COLD },
  },
];

const ofLongLists: Case[] = [
  {
    name: 'a long list comes whole',
    covers: ['list.whole', 'v2List.limit.default', 'v2List.cursor.default'],
    path: at('v2', MANY),
    status: 200,
    count: MANY_COUNT,
    answers: { link: null },
    lists: { registry: 'v2', wallet: MANY },
  },
  {
    name: 'the largest page of a long list',
    covers: ['limit.rows.most', 'list.link'],
    path: at('v2', MANY, { limit: '1000' }),
    status: 200,
    count: 1_000,
    answers: { link: /rel="next"$/ },
  },
  {
    name: 'what is left after the largest page',
    covers: ['list.last'],
    path: goesOn(`/registry/v2/${MANY}`, 'manyLast', 'limit=1000&'),
    status: 200,
    count: 1,
    answers: { link: null },
  },
  {
    name: 'a page without limit',
    covers: ['limit.rows.usual'],
    path: goesOn(`/registry/v2/${MANY}`, 'many', ''),
    status: 200,
    count: 100,
    answers: { link: /rel="next"$/ },
  },
  {
    name: 'a page names the block that the list was begun at; when that is final, it never changes',
    covers: ['list.pinned', 'header.Cache-Control.final'],
    path: goesOn(`/registry/v2/${COLD}`, 'final', ''),
    status: 200,
    body: LISTS.v2.coldAfterFirst,
    answers: {
      'x-block-number': ({ finalBlock }) => finalBlock,
      'cache-control': 'public, max-age=31536000, immutable',
    },
  },
  {
    name: 'a limited delegation shows its rights',
    covers: ['record.rights'],
    path: at('v2', LIMITED),
    status: 200,
    count: V2_KINDS.length,
    body: new RegExp(`^\\[(?:\\{[^}]*"rights":"0x636c61696d0{54}"[^}]*\\},?){${V2_KINDS.length}}\\]$`),
    lists: { registry: 'v2', wallet: LIMITED },
  },
];

export const STATUS_200_LISTS: readonly Case[] = [
  ...ofRecords,
  ...ofOrder,
  ...ofPages,
  ...ofFirstGrants,
  ...ofLongLists,
];
