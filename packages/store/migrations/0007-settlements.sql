-- A v1 revocation that names no one may stay unsettled: no node had the state that shows what it ended. Its span in
-- `uncertain` is then open, with until_block 9007199254740991. It is settled by the state of a block that the ledger
-- has, and until_block becomes the number of that block: going back below it opens the span again.
--
-- Rolling back: an API of before reads this schema. An indexer of before writes it, but does not settle open spans, so
-- its chain stays `backfilling`, and it fails on null marks. Before going back to it: delete the chains that
-- `select chain_id from uncertain where until_block = 9007199254740991` names, and those with a null safe_number or
-- finalized_number (it reads them again), then
--   alter table chain alter column safe_number set not null, alter column finalized_number set not null;
--   drop index uncertain_until; alter table uncertain drop column log, drop column tx;
--   delete from migration where name = '0007-settlements.sql';

-- Null: not known. The nodes report no such block, and no depth is configured.
alter table chain alter column safe_number drop not null, alter column finalized_number drop not null;

-- The event of the revocation: rows that it turns out to have ended end there. Zeros: an older ledger did not keep it.
alter table uncertain
  add column log integer not null default 0,
  add column tx bytea not null default decode(repeat('00', 32), 'hex') check (length(tx) = 32);
create index uncertain_until on uncertain (chain_id, until_block);
update uncertain u set log = d.until_log, tx = d.until_tx
from delegation d
where d.until_inferred and d.registry = 1
  and (d.chain_id, d.from_address, d.until_block) = (u.chain_id, u.from_address, u.from_block);

-- Until now spans were settled by the state of a head that the ledger had not reached, and that may have been replaced.
-- Those that are not final yet are opened, with the rows that they ended, as a reorg would do it.
create temporary table opened on commit drop as
select u.chain_id, u.from_address, u.from_block
from uncertain u join chain c using (chain_id) where u.until_block > c.finalized_number;
create temporary table reopened on commit drop as
select d.*, row_number() over (partition by d.chain_id order by d.until_block desc, d.until_log desc, d.id desc) as position
from opened o join delegation d
  on d.until_inferred and d.registry = 1
    and (d.chain_id, d.from_address, d.until_block) = (o.chain_id, o.from_address, o.from_block)
-- A grant that was granted again since has a newer row, which says whether it is in force.
where not exists (
  select from delegation e
  where (e.chain_id, e.from_address, e.to_address, e.registry, e.kind, e.contract, e.token_id, e.rights)
      = (d.chain_id, d.from_address, d.to_address, d.registry, d.kind, d.contract, d.token_id, d.rights)
    and (e.since_block, e.since_log) > (d.since_block, d.since_log));
insert into change (chain_id, number, type, undone, registry, kind, from_address, to_address, contract, token_id, rights,
  amount, block, log, tx, timestamp)
select d.chain_id, c.changes + d.position, 3, true, d.registry, d.kind, d.from_address, d.to_address, d.contract,
  d.token_id, d.rights, d.amount, d.until_block, d.until_log, d.until_tx,
  (select b.timestamp from block b where b.chain_id = d.chain_id and b.number = d.until_block)
from reopened d join chain c using (chain_id);
update delegation d set until_block = null, until_log = null, until_tx = null, until_inferred = false
from reopened r where r.id = d.id;
update uncertain u set until_block = 9007199254740991
from opened o where (o.chain_id, o.from_address, o.from_block) = (u.chain_id, u.from_address, u.from_block);
insert into rewind (chain_id, number, to_block)
select o.chain_id, c.rewinds + 1, min(o.from_block) - 1
from opened o join chain c using (chain_id) group by o.chain_id, c.rewinds;
update chain c set rewinds = rewinds + 1,
  changes = changes + (select count(*) from reopened r where r.chain_id = c.chain_id),
  state = case when state = 'following' then 'backfilling' else state end
where exists (select from opened o where o.chain_id = c.chain_id);
