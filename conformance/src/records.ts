/** The exact lists that the suite expects, field by field. */
import type { Kind, Registry } from '@mandate/core';
import { CLAIM, KINDS_OF, MAX, NO_RIGHTS } from './grants.ts';
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
const max = String(MAX);

/** The fields of a record, in their order. */
export const FIELDS = {
  v1: ['type', 'delegate', 'vault', 'contract', 'tokenId'],
  v2: ['type', 'from', 'to', 'contract', 'tokenId', 'rights', 'tokenType', 'amount'],
} as const;

const list = (records: readonly string[]) => `[${records.join(',')}]`;

/** Fields that differ from the sample of their kind. */
interface Fields {
  readonly to?: string;
  /** Null: a reason of v1, which has no rights. */
  readonly rights?: string | null;
  readonly tokenId?: string;
  readonly amount?: string;
  /** Writes a number. */
  readonly uint?: (digits: string) => string;
}

const plain = (digits: string) => digits;
const inQuotes = (digits: string) => `"${digits}"`;
const text = (value: string | null) => (value === null ? 'null' : `"${value}"`);

function scopeOf(kind: Kind, { tokenId = '7', uint = plain }: Fields): string {
  const { has } = WRITTEN[kind];
  return (
    `"contract":${text(has.includes('contract') ? collection : null)},` +
    `"tokenId":${has.includes('tokenId') ? uint(tokenId) : 'null'}`
  );
}

function v2(kind: Kind, from: string, fields: Fields = {}): string {
  const { hot, type, tokenType, amount: usual } = WRITTEN[kind];
  const { to = hot, rights = NO_RIGHTS, amount = usual, uint = plain } = fields;
  return (
    `{"type":"${type}","from":"${from}","to":"${to}",${scopeOf(kind, fields)},"rights":${text(rights)},` +
    `"tokenType":${text(tokenType)},"amount":${usual === null || amount === null ? 'null' : uint(amount)}}`
  );
}

function v1(kind: Kind, vault: string, fields: Fields = {}): string {
  const { hot, type } = WRITTEN[kind];
  return `{"type":"${type}","delegate":"${fields.to ?? hot}","vault":"${vault}",${scopeOf(kind, fields)}}`;
}

/** Writes the form of a record with the place of its first grant. */
const withFirst = (record: string) =>
  `${record.replace(/}$/, '').replaceAll(/[{}[\]]/g, '\\$&')},"firstGrant":\\{"block":[1-9]\\d*,"log":\\d+\\}\\}`;

const ofRich = {
  v1: (uint: Fields['uint'] = plain) => list([v1('token', rich, { to: richHot, tokenId: max, uint })]),
  v2: (uint: Fields['uint'] = plain) =>
    list([
      v2('erc1155', rich, { to: richHot, tokenId: max, amount: max, uint }),
      v2('erc721', rich, { to: richHot, tokenId: '9007199254740993', uint }),
    ]),
};

function listsOf(version: Registry, write: typeof v2) {
  const all = (from: string, fields?: Fields) => KINDS_OF[version].map((kind) => write(kind, from, fields));
  return {
    cold: list(all(cold)),
    coldWithFirst: new RegExp(`^\\[${all(cold).map(withFirst).join(',')}\\]$`),
    coldFirst: list(all(cold).slice(0, 1)),
    coldSecond: list(all(cold).slice(1, 2)),
    coldAfterFirst: list(all(cold).slice(1)),
    coldInStrings: list(all(cold, { uint: inQuotes })),
    elsewhere: list(all(elsewhere, { amount: '50' })),
    busy: list([
      write('contract', busy, { to: giver }),
      write('all', busy, { to: busy }),
      write(version === 'v1' ? 'token' : 'erc20', busy, { to: giver }),
      write('all', giver, { to: busy }),
    ]),
    rich: ofRich[version](),
    richInStrings: ofRich[version](inQuotes),
    /** For the hot wallet of a kind: a delegation with full rights and, in v2, one for `claim`. */
    ofKind: (kind: Kind) =>
      list([
        write(kind, cold),
        ...(version === 'v1' ? [] : [v2(kind, limited, { rights: CLAIM, amount: '9' })]),
      ]),
  };
}

/** The list of each wallet, by version. */
export const LISTS = { v1: listsOf('v1', v1), v2: listsOf('v2', v2) } as const;

/**
 * Returns the reason of a sample's check, without the place of its grant: its registry first, then the fields of a v2
 * record.
 */
export function reasonOf(registry: Registry, kind: Kind, inStrings = false): string {
  const fields = { uint: inStrings ? inQuotes : plain, ...(registry === 'v1' && { rights: null }) };
  return v2(kind, cold, fields).replace('{', `{"registry":"${registry}",`).slice(0, -1);
}
