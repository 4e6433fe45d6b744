-- runs with: 0015
--
-- `ledger.marks_stamp` changes with every transaction that adds or removes a mark of the audit. Readers look at it beside the
-- heartbeats, and read the marks only when it has changed. A trigger sets it, so that an auditor or a repair of the version
-- before is noticed as well. It runs when the transaction commits: the row is locked for a moment only, and always last.
--
-- Rolling back: versions before this one ignore it. To undo it:
--   drop trigger audit_marks_moved on audit_marks; drop function stamp_audit_marks; drop index audit_findings_wallet;
--   alter table ledger drop column marks_stamp;
--   delete from migration where name = '0019-marks-stamp.sql';

-- For the wallets that a vault under audit should name.
create index audit_findings_wallet on audit_findings (wallet) where repaired_at is null;

-- Whoever may mark a vault need not be allowed to write to the table.
create function stamp_audit_marks() returns trigger language plpgsql security definer set search_path from current as $$
begin
  -- Once for each transaction, however many marks it adds or removes.
  update ledger set marks_stamp = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create constraint trigger audit_marks_moved after insert or update or delete on audit_marks
  deferrable initially deferred for each row execute function stamp_audit_marks();

-- This comes last, because readers of heartbeats wait from here on.
alter table ledger add column marks_stamp uuid not null default gen_random_uuid();
