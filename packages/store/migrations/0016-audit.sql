-- runs with: 0015
-- going back: Versions before 0016 answer for vaults whose records differ from the chain: they know no marks.
--
-- The auditor compares the ledger with the chain again, all of it, pass after pass. These tables have its progress, the
-- differences that it found with their evidence, the vaults that are not answered for until they are repaired, and the
-- signed reports of each day.
--
-- Rolling back: versions before this one ignore these tables, and answer for marked vaults. To undo it:
--   drop table audit_events, audit_reports, audit_keys, audit_marks, audit_findings, audit_passes;
--   delete from migration where name = '0016-audit.sql';

-- One pass over a chain. It survives its process: the next one continues it.
create table audit_passes (
  id            bigint generated always as identity primary key,
  chain_id      bigint      not null,
  -- The chain again, until it is removed. If it is read again later, that is another ledger, and gets another pass.
  of_chain      bigint references chain on delete set null,
  started_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  finished_at   timestamptz,
  -- Logs are read up to this block, which was final when the pass began, and have been read up to the second one.
  until_block   bigint      not null,
  scanned_block bigint      not null,
  -- The newest block at which rows were proved. Null: none yet.
  proved_block  bigint,
  -- Grants are proved in the order of their identities: up to this one so far. Null: none yet.
  after_grant   jsonb,
  -- All grants were proved.
  proved        boolean     not null default false,
  -- The rows that the ledger had at the start, and those that were compared by either half.
  rows          bigint      not null,
  rows_scanned  bigint      not null default 0,
  rows_proved   bigint      not null default 0,
  -- Questions to storage: one for each proved row, and random ones that should be false.
  questions     bigint      not null default 0,
  calls         bigint      not null default 0,
  -- Grants that differ, and those of them that were confirmed.
  reported      bigint      not null default 0,
  differences   bigint      not null default 0
);
create index audit_passes_chain on audit_passes (chain_id, id);

-- A grant whose rows differ from the chain. It is kept after it is repaired.
create table audit_findings (
  id           bigint generated always as identity primary key,
  chain_id     bigint      not null,
  pass_id      bigint      not null,
  registry     smallint    not null check (registry in (1, 2)),
  vault        bytea       not null check (length(vault) = 20),
  -- The wallet that the grant names.
  wallet       bytea       not null check (length(wallet) = 20),
  -- The grant's identity, as text.
  grant_key    text        not null,
  half         text        not null check (half in ('logs', 'storage')),
  kind         text        not null check (kind in ('missing', 'invented', 'ended', 'revived', 'amount', 'history')),
  evidence     jsonb       not null,
  found_at     timestamptz not null default now(),
  -- Null: no second block and second node showed the same, so nothing was done about it.
  confirmed_at timestamptz,
  repaired_at  timestamptz
);
-- The same difference is found again by every pass until it is repaired.
create unique index audit_findings_open on audit_findings (chain_id, half, kind, grant_key) where repaired_at is null;
create index audit_findings_grant on audit_findings (chain_id, grant_key) where repaired_at is null;
create index audit_findings_chain on audit_findings (chain_id, id);
create index audit_findings_vault on audit_findings (chain_id, vault) where repaired_at is null;

-- Vaults with a confirmed difference. Questions about them are refused until they are repaired.
create table audit_marks (
  chain_id  bigint      not null references chain on delete cascade,
  registry  smallint    not null check (registry in (1, 2)),
  vault     bytea       not null check (length(vault) = 20),
  marked_at timestamptz not null default now(),
  primary key (chain_id, registry, vault)
);

-- The keys that reports were signed with, and since when.
create table audit_keys (
  public_key bytea primary key check (length(public_key) = 32),
  since      timestamptz not null default now()
);

-- A report for each day (UTC), as it was signed.
create table audit_reports (
  day        date primary key,
  body       text        not null,
  signature  bytea       not null check (length(signature) = 64),
  public_key bytea       not null check (length(public_key) = 32) references audit_keys,
  created_at timestamptz not null default now()
);

-- Events that others report to the auditor: a proof that contradicts the ledger.
create table audit_events (
  id       bigint generated always as identity primary key,
  chain_id bigint      not null,
  registry smallint    not null check (registry in (1, 2)),
  vault    bytea       not null check (length(vault) = 20),
  evidence jsonb       not null,
  at       timestamptz not null default now(),
  -- When the auditor compared that vault. Null: not yet.
  seen_at  timestamptz
);
create index audit_events_new on audit_events (chain_id, id) where seen_at is null;
