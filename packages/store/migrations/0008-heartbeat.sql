-- The indexer raises `heartbeat` by one with every poll that it completes: readers see by their own clocks whether it
-- still changes, and need not trust the clock of this server. `ledger` names this ledger: a read model beside an API
-- belongs to one ledger, and a restored backup or a promoted standby is still the same one.
--
-- Rolling back: versions before this one ignore both. They don't raise `heartbeat`, so run an API of before with an
-- indexer of before. To undo it:
--   alter table chain drop column heartbeat; drop table ledger;
--   delete from migration where name = '0008-heartbeat.sql';
alter table chain add column heartbeat bigint not null default 0;

create table ledger (
  id        uuid    not null default gen_random_uuid(),
  -- There is one row.
  singleton boolean primary key default true check (singleton)
);
insert into ledger default values;
