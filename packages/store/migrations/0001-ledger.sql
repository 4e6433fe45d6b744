-- One row per chain: the block that its delegations are true for, and the head of the chain itself.
create table chain (
  chain_id         bigint primary key,
  block_number     bigint not null,
  block_hash       bytea  not null check (length(block_hash) = 32),
  block_timestamp  bigint not null,
  head_number      bigint not null,
  safe_number      bigint not null,
  finalized_number bigint not null,
  state            text   not null check (state in ('backfilling', 'following', 'tainted')),
  reason           text,
  updated_at       timestamptz not null default now(),
  check ((state = 'tainted') = (reason is not null))
);

-- The blocks that may still be replaced, and the last one that may not: they show where a reorg began.
-- Anchors, one in thousands, are kept forever: a chain that broke its finality is rebuilt from one.
create table block (
  chain_id  bigint not null references chain on delete cascade,
  number    bigint not null,
  hash      bytea  not null check (length(hash) = 32),
  timestamp bigint not null,
  anchor    boolean not null,
  primary key (chain_id, number)
);

-- The ledger: one grant, from the block in which it began to the block in which it ended, or still in force.
-- A field that a kind does not have is empty, not null, so that equality finds it: contract and rights '\x', token_id -1.
create table delegation (
  id             bigint generated always as identity primary key,
  chain_id       bigint   not null references chain on delete cascade,
  registry       smallint not null check (registry in (1, 2)),
  kind           smallint not null check (kind between 1 and 6),
  from_address   bytea    not null check (length(from_address) = 20),
  to_address     bytea    not null check (length(to_address) = 20),
  contract       bytea    not null check (length(contract) in (0, 20)),
  token_id       numeric(78, 0) not null,
  rights         bytea    not null check (length(rights) in (0, 32)),
  amount         numeric(78, 0),
  since_block    bigint   not null,
  since_log      integer  not null,
  since_tx       bytea    not null check (length(since_tx) = 32),
  until_block    bigint,
  until_log      integer,
  until_tx       bytea check (length(until_tx) = 32),
  -- The node had no state of that block: the row has ended, but its last block is inferred.
  until_inferred boolean  not null default false,
  check ((until_block is null) = (until_tx is null) and (until_block is null) = (until_log is null)),
  check (until_block >= since_block)
);

-- For checks: one probe per candidate, at any block.
create unique index delegation_grant on delegation
  (chain_id, from_address, to_address, registry, kind, contract, token_id, rights, since_block, since_log);
-- For lists of the present, which a stranger's ended grants must not slow down. They end in kind, which costs no
-- space: no other index has their order, so PostgreSQL cannot use one with ended grants instead.
create index delegation_from_live on delegation
  (chain_id, registry, from_address, since_block, since_log, kind) where until_block is null;
create index delegation_to_live on delegation
  (chain_id, registry, to_address, since_block, since_log, kind) where until_block is null;
-- For lists at a past block.
create index delegation_from on delegation (chain_id, registry, from_address, since_block, since_log);
create index delegation_to on delegation (chain_id, registry, to_address, since_block, since_log);
-- For undoing a reorg.
create index delegation_since on delegation (chain_id, since_block);
create index delegation_until on delegation (chain_id, until_block) where until_block is not null;
