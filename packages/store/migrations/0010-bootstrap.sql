-- A chain's ledger may come from a file that another operator exported. Its standing rows are proved against the chain's
-- state before the chain is served; its history is verified by a digest, or by a scan of the logs that agrees with it.
--
-- Rolling back: versions before this one would serve an imported chain as it is. Before going back to one of them: delete
-- the chains that `select chain_id from chain where imported_block is not null and scanned_block < imported_block` names
-- (they are read again), then
--   alter table chain drop column imported_block, drop column proved_block, drop column scanned_block;
--   delete from migration where name = '0010-bootstrap.sql';
alter table chain
  -- The block that the file was true for. Null: the ledger was never imported.
  add column imported_block bigint,
  -- The block at which all its standing rows were proved. Null: not yet.
  add column proved_block bigint,
  -- The last block up to which its history is known to be right. With a digest, that is the imported block from the start.
  add column scanned_block bigint;
