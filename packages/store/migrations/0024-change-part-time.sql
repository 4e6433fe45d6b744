-- runs with: 0015
-- concurrently
--
-- For finding the first change from a time on: of each part of a log, its latest time is one look. To undo it:
--   drop index concurrently change_part_time; delete from migration where name = '0024-change-part-time.sql';
create index concurrently if not exists change_part_time on change (chain_id, (number / 4096), timestamp) include (number);
