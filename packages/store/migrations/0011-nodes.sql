-- The nodes of each chain, as the indexer sees them: the calls that each got on a day (UTC), and its present state. Nodes
-- are named by their labels; the address of a node is never written.
--
-- Rolling back: versions before this one ignore both tables. To undo it:
--   drop table node_calls, node_state;
--   delete from migration where name = '0011-nodes.sql';
create table node_calls (
  day      date   not null,
  node     text   not null,
  chain_id bigint not null,
  calls    bigint not null,
  primary key (day, node, chain_id)
);

create table node_state (
  chain_id    bigint      not null,
  node        text        not null,
  -- The newest block that the node named.
  head        bigint,
  -- How its answers fare against those of the other nodes. Null: it has no vote, or was not asked yet.
  vote        text,
  outvoted    bigint      not null,
  outvoted_at timestamptz,
  -- The kind of the last error that left a question without its answer.
  error       text,
  error_at    timestamptz,
  latency_ms  integer,
  updated_at  timestamptz not null,
  primary key (chain_id, node)
);
