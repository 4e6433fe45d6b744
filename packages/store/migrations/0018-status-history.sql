-- runs with: 0015
-- going back: Versions before 0018 record no history: the time in which they run shows as silent.
--
-- The history of each chain: for every span of 5 minutes, the worst lag and the worst state that the indexer saw. A span
-- without a row is one in which no indexer followed the chain. Rows are kept for 30 days.
--
-- Rolling back: versions before this one ignore the table. They don't write to it, so the time in which they run shows as
-- a time in which no indexer ran. To undo it:
--   drop table status_span;
--   delete from migration where name = '0018-status-history.sql';
create table status_span (
  chain_id    bigint  not null references chain on delete cascade,
  -- The beginning of the span, in Unix seconds.
  begins_at   bigint  not null check (begins_at % 300 = 0),
  -- The highest age of the newest block, in seconds. Null: no block was known.
  lag_seconds integer check (lag_seconds >= 0),
  state       text    not null check (state in ('ready', 'indexing', 'lagging', 'tainted')),
  -- A month of all chains is read in the order of this index, and from it alone.
  primary key (chain_id, begins_at) include (lag_seconds, state)
);
