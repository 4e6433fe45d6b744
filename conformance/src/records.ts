/** The exact lists that the suite expects, field by field. */
import type { Kind, Registry } from '@mandate/core';
import { CLAIM, NO_RIGHTS, V1_KINDS, V2_KINDS } from './samples.ts';
import { WRITTEN } from './written-kinds.ts';

/** EIP-55 checksums are written out, so that the service is not checked against itself. */
const cold = '0xc01DA0000000000000000000000000000000bEEF';
const limited = '0xc01DB0000000000000000000000000000000caFe';
const elsewhere = '0xc01DC0000000000000000000000000000000f00d';
const busy = '0xb0500000000000000000000000000000000000Ab';
const giver = '0x91fE2000000000000000000000000000000000Cd';
const rich = '0x21C4000000000000000000000000000000000AAA';
const richHot = '0x21C4000000000000000000000000000000000bbb';
const collection = '0xC011eC7100000000000000000000000000000001';
const max = '115792089237316195423570985008687907853269984665640564039457584007913129639935';

const list = (...records: readonly string[]) => `[${records.join(',')}]`;

/** Fields that differ from the sample of their kind. */
interface Fields {
  readonly to?: string;
  readonly rights?: string;
  readonly tokenId?: string;
  readonly amount?: string;
  /** Writes a number. */
  readonly uint?: (digits: string) => string;
}

const plain = (digits: string) => digits;
const inQuotes = (digits: string) => `"${digits}"`;

function scopeOf(kind: Kind, { tokenId = '7', uint = plain }: Fields): string {
  const { has } = WRITTEN[kind];
  return (
    `"contract":${has.includes('contract') ? `"${collection}"` : 'null'},` +
    `"tokenId":${has.includes('tokenId') ? uint(tokenId) : 'null'}`
  );
}

function v2(kind: Kind, from: string, fields: Fields = {}): string {
  const { hot, type, tokenType, amount: usual } = WRITTEN[kind];
  const { to = hot, rights = NO_RIGHTS, amount = usual, uint = plain } = fields;
  return (
    `{"type":"${type}","from":"${from}","to":"${to}",${scopeOf(kind, fields)},"rights":"${rights}",` +
    `"tokenType":${tokenType === null ? 'null' : `"${tokenType}"`},` +
    `"amount":${usual === null || amount === null ? 'null' : uint(amount)}}`
  );
}

function v1(kind: Kind, vault: string, fields: Fields = {}): string {
  const { hot, type } = WRITTEN[kind];
  return `{"type":"${type}","delegate":"${fields.to ?? hot}","vault":"${vault}",${scopeOf(kind, fields)}}`;
}

const allV2 = (from: string, fields?: Fields) => V2_KINDS.map((kind) => v2(kind, from, fields));
/** Writes the form of a record with the place of its first grant. */
const withFirst = (record: string) =>
  `${record.replace(/}$/, '').replaceAll(/[{}[\]]/g, '\\$&')},"firstGrant":\\{"block":[1-9]\\d*,"log":\\d+\\}\\}`;
const allV1 = (vault: string, fields?: Fields) => V1_KINDS.map((kind) => v1(kind, vault, fields));

const richV2 = (uint: Fields['uint'] = plain) =>
  list(
    v2('erc1155', rich, { to: richHot, tokenId: max, amount: max, uint }),
    v2('erc721', rich, { to: richHot, tokenId: '9007199254740993', uint }),
  );
const richV1 = (uint: Fields['uint'] = plain) => list(v1('token', rich, { to: richHot, tokenId: max, uint }));

/** The list of each wallet, by version. */
export const LISTS = {
  v2: {
    cold: list(...allV2(cold)),
    coldWithFirst: new RegExp(`^\\[${allV2(cold).map(withFirst).join(',')}\\]$`),
    coldFirst: list(v2('all', cold)),
    coldSecond: list(v2('contract', cold)),
    coldAfterFirst: list(...allV2(cold).slice(1)),
    elsewhere: list(...allV2(elsewhere, { amount: '50' })),
    busy: list(
      v2('contract', busy, { to: giver }),
      v2('all', busy, { to: busy }),
      v2('erc20', busy, { to: giver }),
      v2('all', giver, { to: busy }),
    ),
    rich: richV2(),
    richInStrings: richV2(inQuotes),
    coldInStrings: list(...allV2(cold, { uint: inQuotes })),
    /** For the hot wallet of a kind: a delegation with full rights, and one for `claim`. */
    ofKind: (kind: Kind) => list(v2(kind, cold), v2(kind, limited, { rights: CLAIM, amount: '9' })),
  },
  v1: {
    cold: list(...allV1(cold)),
    coldFirst: list(v1('all', cold)),
    coldSecond: list(v1('contract', cold)),
    coldAfterFirst: list(...allV1(cold).slice(1)),
    elsewhere: list(...allV1(elsewhere)),
    busy: list(
      v1('contract', busy, { to: giver }),
      v1('all', busy, { to: busy }),
      v1('token', busy, { to: giver }),
      v1('all', giver, { to: busy }),
    ),
    rich: richV1(),
    richInStrings: richV1(inQuotes),
    coldInStrings: list(...allV1(cold, { uint: inQuotes })),
    ofKind: (kind: Kind) => list(v1(kind, cold)),
  },
} as const;

/**
 * Returns the reason of a sample's check, without the place of its grant: its registry first, then the fields of a v2
 * record.
 */
export function reasonOf(registry: Registry, kind: Kind, inStrings = false): string {
  const fields = { uint: inStrings ? inQuotes : plain };
  if (registry === 'v2') return v2(kind, cold, fields).replace('{', '{"registry":"v2",').slice(0, -1);
  const { type, hot } = WRITTEN[kind];
  return (
    `{"registry":"v1","type":"${type}","from":"${cold}","to":"${hot}",${scopeOf(kind, fields)},` +
    '"rights":null,"tokenType":null,"amount":null'
  );
}
