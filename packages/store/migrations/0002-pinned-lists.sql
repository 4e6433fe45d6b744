-- A list of many pages is read at one block while the chain goes on. Going back below that block ends it: this
-- table remembers each time that a chain went back, so that a reader of pages can tell.
alter table chain add column rewinds integer not null default 0;
create table rewind (
  chain_id bigint  not null references chain on delete cascade,
  number   integer not null,
  to_block bigint  not null,
  primary key (chain_id, number)
);

-- A past list is what still stands and had begun by then, and what ended later. The first half is read from the
-- indexes of live rows; the second needs those that have ended only, which granting does not touch. They begin
-- with the wallet, so that PostgreSQL can't take them for undoing a reorg.
drop index delegation_from;
drop index delegation_to;
create index delegation_from_ended on delegation (from_address, chain_id, registry, until_block)
  where until_block is not null;
create index delegation_to_ended on delegation (to_address, chain_id, registry, until_block)
  where until_block is not null;

-- Undoing a reorg has indexes of its own, of expressions that nobody else uses: PostgreSQL took the old ones for
-- the pages of a large wallet and read the rows of all others on its way.
drop index delegation_since;
drop index delegation_until;
create index delegation_since on delegation (chain_id, (since_block + 0));
create index delegation_until on delegation (chain_id, (until_block + 0)) where until_block is not null;
