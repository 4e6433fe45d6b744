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

/** Fields that differ from the sample of their kind. */
type Fields = Readonly<Partial<Record<'to' | 'rights' | 'tokenId' | 'amount', string>>>;

function v2(kind: Kind, from: string, fields: Fields = {}) {
  const { hot, type, tokenType, has, amount: usual } = WRITTEN[kind];
  const { to = hot, rights = NO_RIGHTS, tokenId = '7', amount = usual } = fields;
  return {
    ...{ type, from, to },
    contract: has.includes('contract') ? collection : null,
    tokenId: has.includes('tokenId') ? tokenId : null,
    ...{ rights, tokenType, amount: usual && amount },
  };
}

function v1(kind: Kind, from: string, fields?: Fields) {
  const { type, to, contract, tokenId } = v2(kind, from, fields);
  return { type, delegate: to, vault: from, contract, tokenId };
}

/** The fields of a record, in their order. */
export const FIELDS = { v1: Object.keys(v1('all', cold)), v2: Object.keys(v2('all', cold)) };

/** Writes numbers as with `numbers=string`. */
export const inStrings = (records: readonly object[]) => JSON.stringify(records);
const list = (records: readonly object[]) => inStrings(records).replaceAll(/"(\d+)"/g, '$1');

/** Writes the form of a record with the place of its first grant. */
const withFirst = (record: object) =>
  `${list([record])
    .slice(1, -2)
    .replaceAll(/[{}[\]]/g, '\\$&')},"firstGrant":\\{"block":[1-9]\\d*,"log":\\d+\\}\\}`;

const exactOf = (record: { type: string; tokenType?: string | null }) => record.tokenType ?? record.type;

const ofRich = {
  v1: [v1('token', rich, { to: richHot, tokenId: max })],
  v2: [
    v2('erc1155', rich, { to: richHot, tokenId: max, amount: max }),
    v2('erc721', rich, { to: richHot, tokenId: '9007199254740993' }),
  ],
};

function listsOf(version: Registry, write: typeof v1 | typeof v2) {
  const all = (from: string, fields?: Fields) => KINDS_OF[version].map((kind) => write(kind, from, fields));
  return {
    cold: list(all(cold)),
    coldWithFirst: new RegExp(`^\\[${all(cold).map(withFirst).join(',')}\\]$`),
    coldFirst: list(all(cold).slice(0, 1)),
    coldSecond: list(all(cold).slice(1, 2)),
    coldAfterFirst: list(all(cold).slice(1)),
    coldInStrings: inStrings(all(cold)),
    coldExact: list(all(cold).map((record) => ({ ...record, type: exactOf(record) }))),
    elsewhere: list(all(elsewhere, { amount: '50' })),
    busy: list([
      write('contract', busy, { to: giver }),
      write('all', busy, { to: busy }),
      write(version === 'v1' ? 'token' : 'erc20', busy, { to: giver }),
      write('all', giver, { to: busy }),
    ]),
    rich: list(ofRich[version]),
    richInStrings: inStrings(ofRich[version]),
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
export function reasonOf(registry: Registry, kind: Kind, write = list): string {
  const reason = { registry, ...v2(kind, cold), ...(registry === 'v1' && { rights: null }) };
  return write([reason]).slice(1, -2);
}
