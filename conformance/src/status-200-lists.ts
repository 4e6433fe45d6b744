/** 200: every field of every record, the order of lists, and pages. */
import { REGISTRY_IDS, type Registry } from '@mandate/core';
import { type Case, expectAt, IMMUTABLE, OPEN } from './conformance-case.ts';
import { BUSY, COLD, HOT, KINDS_OF, LIMITED, MANY, MANY_COUNT, RICH, STRANGER } from './grants.ts';
import { FIELDS, LISTS } from './records.ts';

const LAST = { link: null };
const NEXT = { link: /cursor=[\w-]+>; rel="next"$/ };

function ofVersion(version: Registry): Case[] {
  const lists = LISTS[version];
  const id = `${version}List`;
  const at = (wallet: string, query = '') => `/registry/${version}/${wallet}${query && `?${query}`}`;
  const first = at(COLD, 'limit=1&chainId=1&numbers=number');
  // The link of the next page keeps all parameters of this one.
  const link = new RegExp(`^<${first.replace('?', '\\?')}&cursor=[\\w-]+>; rel="next"$`);
  return [
    ...KINDS_OF[version].map((kind) => {
      const fields = FIELDS[version].map((field) => `${version}Record.${field}.${kind}`);
      return expectAt(`${fields.join(' ')} record.order record.checksum`, at(HOT[kind]), lists.ofKind(kind));
    }),
    expectAt('list.direction list.block list.log list.self list.revoked', at(BUSY), lists.busy),
    expectAt(`list.empty ${id}.none`, at(STRANGER), {
      body: '[]',
      answers: { 'content-length': '2', ...LAST },
    }),
    expectAt('record.digits', at(RICH), lists.rich),
    expectAt('record.numbers-string', at(RICH, 'numbers=string'), lists.richInStrings),
    expectAt(`${id}.limit.present form.limit.least limit.rows.least list.link header.Link`, first, {
      body: lists.coldFirst,
      answers: { link, ...OPEN },
    }),
    expectAt(
      `${id}.cursor.present form.cursor.link list.link`,
      at(COLD, `limit=1&cursor=(cursor.${version})`),
      { body: lists.coldSecond, answers: NEXT },
    ),
    expectAt(`${id}.limit.default list.last`, at(COLD, `cursor=(cursor.${version})`), {
      body: lists.coldAfterFirst,
      answers: LAST,
    }),
    expectAt(`${id}.limit.present form.limit.most limit.rows.most list.last`, at(COLD, 'limit=1000'), {
      body: lists.cold,
      answers: { ...LAST, ...OPEN },
    }),
    expectAt(`${id}.types.present form.types.exact list.exact`, at(COLD, 'types=exact'), lists.coldExact),
    expectAt(`${id}.types.default form.types.scope`, at(COLD, 'types=scope'), lists.cold),
    expectAt('list.empty', at(STRANGER, 'limit=1'), { body: '[]', answers: LAST }),
  ];
}

const [cold, many] = [`/registry/v2/${COLD}`, `/registry/v2/${MANY}`];
const count = KINDS_OF.v2.length;

export const STATUS_200_LISTS: readonly Case[] = [
  ...REGISTRY_IDS.flatMap(ofVersion),
  expectAt(
    'v2List.firstGrant.present form.boolean.true list.first',
    `${cold}?firstGrant=true`,
    LISTS.v2.coldWithFirst,
  ),
  expectAt('v2List.firstGrant.default form.boolean.false', `${cold}?firstGrant=false`, LISTS.v2.cold),
  expectAt('list.whole v2List.limit.default v2List.cursor.default', many, {
    count: MANY_COUNT,
    answers: LAST,
  }),
  expectAt('limit.rows.most list.link', `${many}?limit=1000`, { count: 1_000, answers: NEXT }),
  expectAt('list.last', `${many}?limit=1000&cursor=(cursor.manyLast)`, { count: 1, answers: LAST }),
  expectAt('limit.rows.usual', `${many}?cursor=(cursor.many)`, { count: 100, answers: NEXT }),
  expectAt('list.pinned header.Cache-Control.final', `${cold}?cursor=(cursor.final)`, {
    body: LISTS.v2.coldAfterFirst,
    answers: { 'x-block-number': '(final.number)', ...IMMUTABLE },
  }),
  expectAt('record.rights', `/registry/v2/${LIMITED}`, {
    count,
    body: new RegExp(`^\\[(?:\\{[^}]*"rights":"0x636c61696d0{54}"[^}]*\\},?){${count}}\\]$`),
  }),
];
