-- To be run on a database that has gone back: restored from a backup, or a standby that was promoted before it had all.
-- What was handed out since then means something else now, or nothing, and must not be taken for what it was.
begin;
do $$
begin
  -- Numbers in the feed will be given to other changes: whoever reads it has to begin anew.
  if exists (select from pg_attribute where attrelid = 'chain'::regclass and attname = 'feed' and not attisdropped) then
    update chain set feed = gen_random_uuid();
  end if;
  -- Pages of lists were read at blocks that this ledger may come to see replaced.
  if to_regclass('cursor_secret') is not null then
    update cursor_secret set secret = sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);
  end if;
  -- Who has signed out since would be signed in again.
  if to_regclass('session') is not null then
    delete from session;
    delete from sign_in_nonce;
  end if;
end
$$;
commit;
