-- Where the row had begun that a change ended: a copy that takes the change back puts the row into its old place in lists.
-- Null: the change ended no row, or an indexer of an older version logged it.
alter table change add column began_block bigint, add column began_log integer;
