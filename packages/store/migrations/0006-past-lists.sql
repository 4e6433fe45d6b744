-- A past list reads what stood at its block, however much has ended since.
--
-- Rolling back: the version before reads past lists through two other indexes. It answers without them, slowly. Its
-- migrations refuse a database that has this one. To go back:
--   create index delegation_from_ended on delegation (from_address, chain_id, registry, until_block) where until_block is not null;
--   create index delegation_to_ended on delegation (to_address, chain_id, registry, until_block) where until_block is not null;
--   drop index delegation_from_node_until, delegation_from_node_since, delegation_to_node_until, delegation_to_node_since;
--   drop function span_node; delete from migration where name = '0006-past-lists.sql';

-- Which node of a binary tree over all block numbers a row hangs at: the highest that lies among its blocks, from the
-- first to the last at whose end it stood. All rows that stood at one block hang at one of the nodes on the path from the root to
-- that block, some forty. At a node to the left of the block those that ended after it stood, at a node to the right those
-- that began by it: each is a range of an index (Kriegel, Pötke and Seidl, "Managing Intervals Efficiently in
-- Object-Relational Databases", 2000). A GiST index of block ranges took ten times as long to write.
create function span_node(since_block bigint, until_block bigint) returns bigint
  language sql immutable parallel safe
  return case when until_block - since_block <= 1 then since_block
    else (until_block - 1)
      & ~((1::bigint << (64 - position(B'1' in (since_block # (until_block - 1))::bit(64)))) - 1)
    end;

-- They begin with the node, the second of each two has it with the other sign, and the chain is an expression: so
-- PostgreSQL can take no other index for one of these, whatever its statistics say.
create index delegation_from_node_until on delegation
  (span_node(since_block, until_block), from_address, (chain_id + 0), registry, until_block) where until_block is not null;
create index delegation_from_node_since on delegation
  ((-span_node(since_block, until_block)), from_address, (chain_id + 0), registry, since_block) where until_block is not null;
create index delegation_to_node_until on delegation
  (span_node(since_block, until_block), to_address, (chain_id + 0), registry, until_block) where until_block is not null;
create index delegation_to_node_since on delegation
  ((-span_node(since_block, until_block)), to_address, (chain_id + 0), registry, since_block) where until_block is not null;
drop index delegation_from_ended, delegation_to_ended;
