-- For the vaults that made a wallet their exclusive one, ordered by vault: whole-wallet grants of v2 whose rights end in an
-- expiry, which few have. Strangers' ordinary grants are not in it. It has ended rows too, for the past.
--
-- Rolling back: versions before this one ignore it. To undo it:
--   drop index delegation_exclusive_to; delete from migration where name = '0015-exclusive-vaults.sql';
create index delegation_exclusive_to on delegation
  ((chain_id + 0), to_address, substring(rights for 24), from_address)
  where registry = 2 and kind = 1 and substring(rights from 28) <> '\x0000000000';
