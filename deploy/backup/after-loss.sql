-- Run this on a database that lost its latest data: one restored from a backup, or a promoted standby that
-- was behind. It invalidates what clients received in the meantime.
begin;
do $$
begin
  -- No worker of webhooks has an endpoint of this database, so places that they still write of a lost log are refused. All
  -- receivers are told to read again. Endpoints go on from their old places, at most from the end of what is left.
  if to_regclass('webhook_endpoint') is not null then
    -- The lock of workers that share endpoints, then rows in the order in which workers write them. Fences and versions jump:
    -- the next ones were perhaps used in the lost time.
    perform pg_advisory_xact_lock(x'77656268'::integer);
    delete from webhook_worker;
    update webhook_endpoint set holder = null, fence = fence + 1000000;
    perform from webhook_lane order by endpoint_id, chain_id for update;
    update webhook_lane l set version = l.version + 1000000, number = least(l.number, c.changes), stamp = null,
      feed = case when l.feed is null or exists (select from feed_reset r where r.old_feed = l.feed) then l.feed else c.feed end,
      -- A reset that was decided for a lost log. The next one says more.
      aside = case when l.aside #> '{effect,place}' is null then l.aside end,
      -- What was told of the chain since then is not known: each receiver is told once more when the chain is known.
      told = l.told || jsonb_build_object(c.chain_id || ' null', 'restored'),
      cancelled = array(select n from unnest(l.cancelled) n where n <= c.changes), complete_block = null,
      failures = 0, next_try = null, failing_event = null, failing_number = null, last_error = null
    from chain c where c.chain_id = l.chain_id;
  end if;
  -- Feed numbers will be used for other changes, so clients must start again.
  if to_regclass('feed_reset') is not null then
    with old as (select chain_id, feed from chain),
      moved as (update chain set feed = gen_random_uuid() returning chain_id, feed)
    insert into feed_reset (chain_id, old_feed, new_feed)
      select chain_id, old.feed, moved.feed from old join moved using (chain_id);
  elsif exists (select from pg_attribute where attrelid = 'chain'::regclass and attname = 'feed' and not attisdropped) then
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
end
$$;
commit;
