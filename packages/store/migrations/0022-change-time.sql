-- runs with: 0015
-- concurrently
--
-- For finding the place in a log from which on a time is complete. To undo it:
--   drop index concurrently change_time; delete from migration where name = '0022-change-time.sql';
create index concurrently if not exists change_time on change (chain_id, timestamp) include (number, block);
