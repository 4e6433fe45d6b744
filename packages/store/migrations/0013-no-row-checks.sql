-- The writer locks a chain's row before it writes anything of that chain, so a foreign key never finds anything wrong.
-- Checking it for every row took a fifth of the database's time in a backfill. Deleting a chain still deletes all of it.
--
-- Rolling back: versions before this one work with it. To undo it:
--   drop trigger chain_deleted on chain; drop function delete_rows_of_chain;
--   alter table delegation add foreign key (chain_id) references chain on delete cascade;
--   alter table change add foreign key (chain_id) references chain on delete cascade;
--   delete from migration where name = '0013-no-row-checks.sql';
create function delete_rows_of_chain() returns trigger language plpgsql as $$
begin
  delete from delegation where chain_id = old.chain_id;
  delete from change where chain_id = old.chain_id;
  return null;
end $$;
create trigger chain_deleted after delete on chain for each row execute function delete_rows_of_chain();
alter table delegation drop constraint delegation_chain_id_fkey;
alter table change drop constraint change_chain_id_fkey;
