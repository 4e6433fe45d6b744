/** Ledgers of a million rows, made by the database itself. For tests and measurements. */
import type { Database } from '@mandate/store';

/**
 * Inserts what `rows` selects: chain_id, registry, kind, "from", "to", thing, rights, since, until. Wallets and
 * things are numbers: wallets end in them, contracts and token ids are the thing's.
 */
export const insertRows = (rows: string) => `
  insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights,
    amount, since_block, since_log, since_tx, until_block, until_log, until_tx)
  select chain_id, registry, kind, decode('aa' || lpad(to_hex("from"), 38, '0'), 'hex'),
    decode('bb' || lpad(to_hex("to"), 38, '0'), 'hex'),
    case when kind = 1 then '' else decode('cc' || lpad(to_hex(thing), 38, '0'), 'hex') end,
    case when kind in (3, 4, 6) then thing else -1 end,
    case when registry = 1 then '' else rpad('\\x' || rights, 66, '0')::bytea end,
    case when kind in (5, 6) then since end,
    since, thing % 7, tx, until, until * 0, case when until is not null then tx end
  from (${rows}) r, decode(repeat('00', 32), 'hex') as tx`;

/**
 * The same for very many, in the fastest way: indexes are made afterwards, and nothing survives a crash. `logged`, it
 * does, and writing to it costs what it costs an operator.
 */
export async function fillLedger(
  database: Database,
  rows: string,
  { logged = false }: { readonly logged?: boolean } = {},
): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; create: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as create
     from pg_index join pg_class c on c.oid = indexrelid
     where indrelid = 'delegation'::regclass and not indisprimary order by c.oid`,
  );
  await database.query(`
    ${logged ? '' : 'alter table delegation set unlogged;'}
    set session_replication_role = replica; set maintenance_work_mem = '256MB';
    ${indexes.map(({ name }) => `drop index ${name}`).join('; ')};
    ${insertRows(rows)};
    ${indexes.map(({ create }) => create).join('; ')};
    reset all`);
  await database.query('vacuum analyze');
}
