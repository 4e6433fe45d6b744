-- runs with: 0015
--
-- The index of 0022 found the same by reading every later change. Versions before this one replay webhooks without it, slower.
-- To undo it, create it as 0022 does, then
--   delete from migration where name = '0026-no-change-time.sql';
drop index if exists change_time;
