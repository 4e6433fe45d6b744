-- The secret that signs the cursors of lists, the same for every process: forged cursors are refused.
create table cursor_secret (
  id     smallint primary key default 1 check (id = 1),
  secret bytea not null check (length(secret) = 32)
);
insert into cursor_secret (secret)
values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
