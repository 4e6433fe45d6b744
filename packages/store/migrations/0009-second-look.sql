-- Chains with fast blocks are read in ranges, and every block is looked at again once it is safe. `logs_digest` is what
-- an eventful block held when it was taken; null: it was taken by a version before this one. `provisional`: the blocks
-- above the safe one rest on one answer of one node, so a strict answer is about the safe block.
--
-- Rolling back: versions before this one ignore both. To undo it:
--   alter table block drop column logs_digest; alter table chain drop column provisional;
--   delete from migration where name = '0009-second-look.sql';
alter table block add column logs_digest bytea check (length(logs_digest) = 32);
alter table chain add column provisional boolean not null default false;
