/** For tests: makes rows of a ledger wrong by hand, in every way that the auditor has to find. */
import { type Address, parseAddress } from '@mandate/core';
import type { Database } from '@mandate/store';

const CORRUPTIONS = ['ended', 'revived', 'amount', 'rights', 'missing', 'invented'] as const;
type Corruption = (typeof CORRUPTIONS)[number];

export interface Corrupted {
  readonly how: Corruption;
  readonly vault: Address;
}

/** The rows that can be made wrong in that way, and the statement that does it to one of them. */
const WAYS: Readonly<Record<Corruption, { readonly rows: string; readonly change: string }>> = {
  ended: {
    rows: 'until_block is null',
    change:
      'update delegation set until_block = since_block + 1, until_log = 0, until_tx = since_tx where id = $1',
  },
  revived: {
    rows: `until_block is not null and not exists (select from delegation l where
      (l.chain_id, l.from_address, l.to_address, l.registry, l.kind, l.contract, l.token_id, l.rights)
      = (d.chain_id, d.from_address, d.to_address, d.registry, d.kind, d.contract, d.token_id, d.rights) and l.id > d.id)`,
    change:
      'update delegation set until_block = null, until_log = null, until_tx = null, until_inferred = false where id = $1',
  },
  amount: { rows: 'amount is not null', change: 'update delegation set amount = amount + 1 where id = $1' },
  rights: {
    rows: 'registry = 2',
    change: `update delegation set rights = decode(repeat('5a', 32), 'hex') where id = $1`,
  },
  missing: { rows: 'true', change: 'delete from delegation where id = $1' },
  invented: {
    rows: 'until_block is null',
    change: `insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights, amount,
        since_block, since_log, since_tx)
      select chain_id, registry, kind, from_address, decode(repeat('bd', 20), 'hex'), contract, token_id, rights, amount,
        since_block, since_log, since_tx from delegation where id = $1`,
  },
};

/** Makes this many rows wrong, as many in each way. Each vault has at most one wrong row. */
export async function corrupt(database: Database, count: number): Promise<Corrupted[]> {
  const done: Corrupted[] = [];
  const taken: Buffer[] = [];
  for (const [i, how] of CORRUPTIONS.entries()) {
    const { rows, change } = WAYS[how];
    const wanted = Math.ceil((count - i) / CORRUPTIONS.length);
    const { rows: found } = await database.query<{ id: number; from_address: Buffer }>(
      `select * from (
         select distinct on (from_address) id, from_address from delegation d
         where ${rows} and from_address <> all($1::bytea[]) order by from_address, md5(id::text)
       ) r order by md5(id::text) limit $2`,
      [taken, wanted],
    );
    if (found.length < wanted) throw new Error(`Only ${found.length} rows can be ${how}.`);
    for (const { id, from_address } of found) {
      await database.query(change, [id]);
      taken.push(from_address);
      done.push({ how, vault: parseAddress(`0x${from_address.toString('hex')}`) });
    }
  }
  return done;
}
