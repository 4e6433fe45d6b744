-- A past list reads only grants in force at its block, however many have ended since.
--
-- Rolling back: the version before reads past lists through two other indexes. It answers without them, slowly. Its
-- migrations refuse a database that has this one. To go back:
--   create index delegation_from_ended on delegation (from_address, chain_id, registry, until_block) where until_block is not null;
--   create index delegation_to_ended on delegation (to_address, chain_id, registry, until_block) where until_block is not null;
--   drop index delegation_from_node_until, delegation_from_node_since, delegation_to_node_until, delegation_to_node_since;
--   drop function span_node; delete from migration where name = '0006-past-lists.sql';

-- Returns the node of a binary tree over all block numbers that a row belongs to: the highest one among the blocks at whose
-- end the row was in force. All rows in force at one block belong to nodes on the path from the root to that block, about
-- forty. At a node left of the block these are the rows that ended after it, at a node right of it those that began by then:
-- each is a range of an index (Kriegel, Pötke and Seidl, "Managing Intervals Efficiently in Object-Relational Databases",
-- 2000). A GiST index of block ranges took ten times as long to write.
create function span_node(since_block bigint, until_block bigint) returns bigint
  language sql immutable parallel safe
  return case when until_block - since_block <= 1 then since_block
    else (until_block - 1)
      & ~((1::bigint << (64 - position(B'1' in (since_block # (until_block - 1))::bit(64)))) - 1)
    end;

-- They begin with the node, the second of each pair has it with the other sign, and the chain is an expression, so that
-- PostgreSQL cannot use another index instead, whatever its statistics say.
create index delegation_from_node_until on delegation
  (span_node(since_block, until_block), from_address, (chain_id + 0), registry, until_block) where until_block is not null;
create index delegation_from_node_since on delegation
  ((-span_node(since_block, until_block)), from_address, (chain_id + 0), registry, since_block) where until_block is not null;
create index delegation_to_node_until on delegation
  (span_node(since_block, until_block), to_address, (chain_id + 0), registry, until_block) where until_block is not null;
create index delegation_to_node_since on delegation
  ((-span_node(since_block, until_block)), to_address, (chain_id + 0), registry, since_block) where until_block is not null;
drop index delegation_from_ended, delegation_to_ended;
