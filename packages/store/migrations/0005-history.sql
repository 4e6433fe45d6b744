-- The past can be asked for by block and by time. Every block in which something happened keeps its hash and time:
-- between two of them nothing changes, so they are all the blocks that a time can mean.
alter table block add column eventful boolean not null default false;
create index block_time on block (chain_id, timestamp, number);
-- The blocks that are deleted once they are final, so that they are found without passing over the others.
create index block_passing on block (chain_id, number) where not (anchor or eventful);

-- Ranges of blocks at which the grants of a v1 vault are not known, because no node had their state.
create table uncertain (
  chain_id     bigint not null references chain on delete cascade,
  from_address bytea  not null check (length(from_address) = 20),
  from_block   bigint not null,
  until_block  bigint not null,
  primary key (chain_id, from_address, from_block)
);
insert into uncertain (chain_id, from_address, from_block, until_block)
select distinct d.chain_id, d.from_address, d.until_block, c.block_number
from delegation d join chain c using (chain_id) where d.until_inferred;

-- Every change of the ledger, in order, chain by chain and without a gap, including changes that a reorg undid,
-- which the ledger itself does not keep. Type 1: granted, 2: its amount changed, 3: revoked.
create table change (
  chain_id      bigint   not null references chain on delete cascade,
  number        bigint   not null,
  type          smallint not null check (type between 1 and 3),
  -- A reorg undid it: the opposite of the change happened.
  undone        boolean  not null,
  registry      smallint not null,
  kind          smallint not null,
  from_address  bytea    not null,
  to_address    bytea    not null,
  contract      bytea    not null,
  token_id      numeric(78, 0) not null,
  rights        bytea    not null,
  amount_before numeric(78, 0),
  amount        numeric(78, 0),
  block         bigint   not null,
  log           integer  not null,
  tx            bytea    not null,
  -- Null: the ledger is older than this table.
  timestamp     bigint,
  -- Distinguishes the change from another one that got its number after a part of the log was lost: a reader that has
  -- this one also has everything before it.
  stamp         uuid     not null default gen_random_uuid(),
  primary key (chain_id, number)
);
with begun as (
  select d.*, e.amount as amount_before, e.id is not null as was_there
  from delegation d left join delegation e
    on (e.chain_id, e.registry, e.kind, e.from_address, e.to_address, e.contract, e.token_id, e.rights, e.until_block, e.until_log)
     = (d.chain_id, d.registry, d.kind, d.from_address, d.to_address, d.contract, d.token_id, d.rights, d.since_block, d.since_log)
), happened as (
  select chain_id, case when was_there then 2 else 1 end as type, registry, kind, from_address, to_address, contract, token_id,
    rights, amount_before, amount, since_block as block, since_log as log, since_tx as tx,
    since_log::numeric as place
  from begun
  union all
  select d.chain_id, 3, d.registry, d.kind, d.from_address, d.to_address, d.contract, d.token_id,
    d.rights, null, d.amount, d.until_block, d.until_log, d.until_tx,
    -- Nothing ends before it begins, though the log of an inferred end may say so.
    case when d.until_block = d.since_block then greatest(d.until_log, d.since_log + 0.5) else d.until_log end
  from delegation d
  where d.until_block is not null and not exists (
    select from begun b where b.was_there
      and (b.chain_id, b.registry, b.kind, b.from_address, b.to_address, b.contract, b.token_id, b.rights, b.since_block, b.since_log)
        = (d.chain_id, d.registry, d.kind, d.from_address, d.to_address, d.contract, d.token_id, d.rights, d.until_block, d.until_log))
)
insert into change
select chain_id, row_number() over (partition by chain_id order by block, place, type desc, registry, kind, from_address,
  to_address, contract, token_id, rights), type, false, registry, kind, from_address, to_address, contract, token_id, rights,
  amount_before, amount, block, log, tx, null
from happened;
-- For finding who granted a wallet this scope, and to whom a wallet granted it, whatever else strangers have granted.
-- They begin with an expression, so that PostgreSQL cannot use them for lists.
create index delegation_scope_to on delegation
  ((chain_id + 0), to_address, registry, kind, contract, token_id, rights, from_address) where until_block is null;
create index delegation_scope_from on delegation
  ((chain_id + 0), from_address, registry, kind, contract, token_id, rights, to_address) where until_block is null;
-- For all grants that apply to a contract, at any block.
create index delegation_contract on delegation ((chain_id + 0), contract, since_block, since_log);

-- This comes last, because readers of a checkpoint wait from here on.
-- From this block on, every block in which something happened is in `block`. A ledger that is older than this table's
-- column has them from now on only.
alter table chain add column dated_from bigint not null default 0;
update chain set dated_from = block_number;
update block b set anchor = true from chain c where b.chain_id = c.chain_id and b.number = c.dated_from;
alter table chain add column changes bigint not null default 0;
-- A ledger that is rebuilt counts its changes from the start. Its places in the feed must not be confused with the old ones.
alter table chain add column feed uuid not null default gen_random_uuid();
update chain c set changes = coalesce((select max(number) from change h where h.chain_id = c.chain_id), 0);
