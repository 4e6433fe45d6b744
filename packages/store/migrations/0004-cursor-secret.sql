-- What cursors of lists are signed with, the same for every process: none that we did not write names a block to anybody.
create table cursor_secret (
  id     smallint primary key default 1 check (id = 1),
  secret bytea not null check (length(secret) = 32)
);
insert into cursor_secret (secret)
values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
