-- runs with: 0015
-- going back: Versions before 0023 neither write nor list changes to webhook endpoints. What was written is listed again when a newer version runs.
--
-- The log of changes to keys has those to webhook endpoints, too: `key_id` is null for these. To undo it:
--   delete from key_event where key_id is null;
--   alter table key_event alter column key_id set not null, drop column endpoint_id, drop column endpoint_name,
--     drop constraint key_event_event_check,
--     add constraint key_event_event_check check (event in ('created', 'changed', 'rotated', 'revoked'));
--   delete from migration where name = '0023-endpoint-events.sql';
alter table key_event
  alter column key_id drop not null,
  add column endpoint_id uuid,
  -- Its name at that time. An endpoint that was removed is not there to ask.
  add column endpoint_name text,
  add constraint key_event_subject check ((key_id is null) <> (endpoint_id is null)),
  drop constraint key_event_event_check,
  add constraint key_event_event_check
    check (event in ('created', 'changed', 'rotated', 'revoked', 'paused', 'resumed', 'removed'));
