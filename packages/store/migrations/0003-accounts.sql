-- Keys of the API. Only an HMAC of a key is stored, under a pepper that the database does not have.
create table api_key (
  id           bigint generated always as identity primary key,
  digest       bytea       not null check (length(digest) = 32),
  pepper       smallint    not null,
  prefix       text        not null,
  name         text        not null check (length(name) between 1 and 100),
  -- The wallet that signs in to see it. Null: the key belongs to the operator.
  owner        bytea check (length(owner) = 20),
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at   timestamptz,
  revoked_at   timestamptz
);
-- Revoked keys are not in it: looking for one costs as much as looking for one that never existed.
create unique index api_key_digest on api_key (digest) where revoked_at is null;
create index api_key_owner on api_key (owner, id);

-- Single-use nonces that a wallet signs, each for the browser that asked for it.
create table sign_in_nonce (
  digest     bytea primary key check (length(digest) = 32),
  browser    bytea       not null check (length(browser) = 32),
  expires_at timestamptz not null
);

create table session (
  digest     bytea primary key check (length(digest) = 32),
  owner      bytea       not null check (length(owner) = 20),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_owner on session (owner);

-- Requests by hour. Key 0: without a key. Chain 0: the request was about no served chain.
create table usage (
  hour      timestamptz not null,
  key_id    bigint      not null,
  operation text        not null,
  chain_id  bigint      not null,
  status    smallint    not null,
  requests  bigint      not null,
  primary key (key_id, hour, operation, chain_id, status)
);
create index usage_hour on usage (hour);

-- A process that counts, and the last of its batches that was added, so that a batch that is sent twice is added once.
create table usage_counter (
  id       uuid primary key,
  batch    bigint      not null,
  added_at timestamptz not null default now()
);
