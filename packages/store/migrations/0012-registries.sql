-- A chain's ledger says which registries it was made from. An indexer may find a registry that the settings do not name,
-- and a service must not answer for one whose history was never read.
--
-- Rolling back: versions before this one follow and serve what their settings name, and break the link between
-- `covered_hash` and `block_hash` with their first block: `registries` counts for nothing from then on. To undo it:
--   alter table chain drop column registries, drop column covered_hash;
--   delete from migration where name = '0012-registries.sql';
alter table chain
  -- The address of each, as {"v1": "0x…", "v2": "0x…"}. Null: not known, so those that the settings name.
  add column registries jsonb,
  -- The block up to which all events of these registries are in the ledger. They count only while it is the checkpoint's.
  add column covered_hash bytea;
