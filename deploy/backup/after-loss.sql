-- Run this on a database that lost its latest data: one restored from a backup, or a promoted standby that
-- was behind. It invalidates what clients received in the meantime.
begin;
do $$
begin
  -- Feed numbers will be used for other changes, so clients must start again.
  if exists (select from pg_attribute where attrelid = 'chain'::regclass and attname = 'feed' and not attisdropped) then
    update chain set feed = gen_random_uuid();
  end if;
  -- Pages of lists refer to blocks that this ledger may see replaced.
  if to_regclass('cursor_secret') is not null then
    update cursor_secret set secret = sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);
  end if;
  -- Otherwise users who signed out in the meantime would be signed in again.
  if to_regclass('session') is not null then
    delete from session;
    delete from sign_in_nonce;
  end if;
  -- Endpoints of webhooks go on from their old places, in logs that are now others: each receiver is told to read again. No
  -- worker has an endpoint of this database.
  if to_regclass('webhook_endpoint') is not null then
    delete from webhook_worker;
    update webhook_endpoint set holder = null, fence = fence + 1;
  end if;
end
$$;
commit;
