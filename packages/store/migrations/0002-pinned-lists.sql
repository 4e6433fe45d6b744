-- A list of many pages is read at one block while the chain continues. A reorg below that block ends it: this
-- table has a row for each time that a chain went back, so that a reader of pages notices.
alter table chain add column rewinds integer not null default 0;
create table rewind (
  chain_id bigint  not null references chain on delete cascade,
  number   integer not null,
  to_block bigint  not null,
  primary key (chain_id, number)
);

-- A past list has the grants in force now that had begun by then, and those that ended later. The first half is read
-- from the indexes of live rows; the second needs only ended rows, which granting does not touch. These indexes begin
-- with the wallet, so that PostgreSQL cannot use them for undoing a reorg.
drop index delegation_from;
drop index delegation_to;
create index delegation_from_ended on delegation (from_address, chain_id, registry, until_block)
  where until_block is not null;
create index delegation_to_ended on delegation (to_address, chain_id, registry, until_block)
  where until_block is not null;

-- Undoing a reorg has its own indexes, of expressions that nothing else uses: PostgreSQL used the old ones for the
-- pages of a large wallet and read the rows of all other wallets on the way.
drop index delegation_since;
drop index delegation_until;
create index delegation_since on delegation (chain_id, (since_block + 0));
create index delegation_until on delegation (chain_id, (until_block + 0)) where until_block is not null;
