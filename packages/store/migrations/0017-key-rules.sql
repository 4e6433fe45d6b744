-- runs with: 0015
-- going back: Versions before 0017 refuse publishable keys, and ignore what secret keys are restricted to. Revoke restricted keys first.
--
-- Rules of keys: publishable keys for pages of listed origins, and secret keys that are restricted to operations, chains and
-- a ceiling. A log of every change to a key, and the origins that a publishable key was refused for.
--
-- The version before this one refuses publishable keys: `mdt_pub_` is not its form of a key. It ignores the restrictions of
-- secret keys, so revoke restricted keys before you roll back for longer than an upgrade takes. To undo it:
--   update api_key set revoked_at = now() where revoked_at is null and (kind <> 'secret' or operations is not null
--     or chains is not null or ceiling is not null);
--   drop table key_event, refused_origin;
--   alter table api_key drop column kind, drop column origins, drop column operations, drop column chains,
--     drop column ceiling, drop column visitor_ceiling, drop column browser_seen_at, drop column browser_origin,
--     drop column rotated_to;
--   delete from migration where name = '0017-key-rules.sql';
alter table api_key
  add column kind            text    not null default 'secret' check (kind in ('secret', 'publishable')),
  -- Origins of pages that a publishable key is for, in their normal form.
  add column origins         text[]  not null default '{}' check (cardinality(origins) <= 50),
  -- Null: all of them.
  add column operations      text[],
  add column chains          bigint[],
  -- Requests in 10 seconds: in all, and of one visitor of a publishable key. Null: the default.
  add column ceiling         integer check (ceiling > 0),
  add column visitor_ceiling integer check (visitor_ceiling > 0),
  -- When a secret key last came from a page, and from which origin.
  add column browser_seen_at timestamptz,
  add column browser_origin  text,
  -- The successor of a rotated key.
  add column rotated_to      bigint;

-- Each change to a key, written in the transaction of the change.
create table key_event (
  id     bigint generated always as identity primary key,
  key_id bigint      not null,
  -- The owner of the key. Null: the key belongs to the operator.
  owner  bytea check (length(owner) = 20),
  at     timestamptz not null default now(),
  actor  text        not null check (actor in ('owner', 'operator')),
  event  text        not null check (event in ('created', 'changed', 'rotated', 'revoked')),
  detail jsonb       not null default '{}'
);
create index key_event_owner on key_event (owner, id);
create index key_event_at on key_event (at);

-- The newest origins that a publishable key was refused for, a few for each key.
create table refused_origin (
  key_id   bigint      not null,
  origin   text        not null check (length(origin) <= 255),
  requests bigint      not null,
  last_at  timestamptz not null,
  primary key (key_id, origin)
);
