-- runs with: 0015
-- concurrently
--
-- For finding the first change from a block on, as 0024 does for a time. To undo it:
--   drop index concurrently change_part_block; delete from migration where name = '0025-change-part-block.sql';
create index concurrently if not exists change_part_block on change (chain_id, (number / 4096), block) include (number);
