-- runs with: 0015
-- concurrently
--
-- For finding out whether a later entry undoes a change, before the change is sent. To undo it:
--   drop index concurrently change_undone; delete from migration where name = '0021-change-undone.sql';
create index concurrently if not exists change_undone on change (chain_id, block, log) where undone;
