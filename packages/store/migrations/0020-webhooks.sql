-- runs with: 0015
-- going back: Versions before 0020 deliver no webhooks. Endpoints go on where they were when a newer version runs again.
--
-- Webhooks. An endpoint is a cursor into the log of each chain, not a copy of its events. Workers take endpoints by leases,
-- with a number that grows whenever another worker takes over. `feed_reset` names the wallets whose history a repair has
-- rewritten, so that endpoints go on in the new log.
--
-- Rolling back: versions before this one ignore these tables. A repair by such a version is not in `feed_reset`: endpoints
-- then tell their receivers to read everything again. To undo it:
--   drop table webhook_delivery, webhook_lane, webhook_endpoint, webhook_worker, feed_reset;
--   delete from migration where name = '0020-webhooks.sql';

-- The workers that run. Each renews its lease once a second.
create table webhook_worker (
  id          uuid primary key,
  alive_until timestamptz not null
);

create table webhook_endpoint (
  id               uuid primary key,
  owner            bytea       not null check (length(owner) = 20),
  url              text        not null,
  name             text        not null,
  -- New: its URL has not answered the challenge yet. Paused: by its owner, or after the last try. Off: its URL answered 410.
  state            text        not null default 'new' check (state in ('new', 'active', 'paused', 'off')),
  -- Why it is in this state. Null: there is nothing to say.
  reason           text,
  -- The filter. Null: all of them.
  chain_ids        bigint[],
  registries       smallint[],
  wallets          bytea[],
  contracts        bytea[],
  rights           bytea[],
  kinds            smallint[],
  -- Changes are sent once their block has reached this mark.
  mark             text        not null check (mark in ('latest', 'safe', 'finalized')),
  -- How often it is told that it is complete. 0: never.
  alive_minutes    smallint    not null check (alive_minutes between 0 and 60),
  -- Encrypted under a key of the environment.
  secret           text        not null,
  old_secret       text,
  old_secret_until timestamptz,
  -- The worker that has it. Null: none.
  holder           uuid,
  -- Grows whenever another worker takes it. A write with another number is refused.
  fence            bigint      not null default 0,
  -- The time of its last change by its owner, by the clock. Workers look for new ones.
  changed_at       timestamptz not null default clock_timestamp(),
  created_at       timestamptz not null default now()
);
create index webhook_endpoint_owner on webhook_endpoint (owner, created_at);
create index webhook_endpoint_holder on webhook_endpoint (holder);
create index webhook_endpoint_changed on webhook_endpoint (changed_at);

-- The place of an endpoint in the log of each chain. Chain 0 has what belongs to no chain: challenges, tests, heartbeats.
create table webhook_lane (
  endpoint_id    uuid     not null references webhook_endpoint on delete cascade,
  chain_id       bigint   not null,
  -- Everything up to this place of the log was handled.
  feed           uuid,
  number         bigint   not null default 0,
  stamp          uuid,
  -- Grows with every change by the owner and with every takeover. A write with another number is refused.
  version        bigint   not null default 0,
  -- The event outside of the log that comes next. It is here before its first try.
  aside          jsonb,
  -- The doubts that the receiver was told of.
  told           jsonb    not null default '{}',
  -- Numbers of undoing entries whose change was never sent.
  cancelled      bigint[] not null default '{}',
  -- The receiver was sent everything up to this block.
  complete_block bigint,
  -- The event that is tried, how often it failed, and when it is tried next.
  failures       smallint not null default 0,
  next_try       timestamptz,
  failing_event  text,
  failing_number bigint,
  last_error     text,
  primary key (endpoint_id, chain_id)
);

-- Each attempt. Rows are kept for 30 days, also of endpoints that were removed.
create table webhook_delivery (
  endpoint_id uuid        not null,
  at          timestamptz not null,
  chain_id    bigint      not null,
  event_id    text        not null,
  type        text        not null,
  attempt     smallint    not null,
  -- Null: there was no answer.
  status      smallint,
  -- Why it failed. Null: it was delivered.
  error       text,
  ms          integer     not null,
  -- The beginning of the answer, 1 kB at most.
  body        text        not null
);
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, at desc);
create index webhook_delivery_at on webhook_delivery (at);

-- A log that went on under another identity.
create table feed_reset (
  chain_id bigint      not null,
  old_feed uuid        not null,
  -- Null: the chain was forgotten, and whatever is read next is another log.
  new_feed uuid,
  -- The wallets whose history was rewritten. Null: all of them.
  vaults   bytea[],
  at       timestamptz not null default now()
);
create index feed_reset_old on feed_reset (chain_id, old_feed);
