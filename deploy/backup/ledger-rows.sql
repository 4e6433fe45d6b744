-- Prints what two ledgers of the same chains must have in common: everything up to one block of each chain,
-- given in `at` as JSON, {"1": 22000000}. Leaves out each database's own numbers and times.
\pset format unaligned
\pset tuples_only on
with upto as (select key::bigint as chain_id, value::bigint as block from jsonb_each_text(:'at'::jsonb))
select line from (
select 'delegation ' || (to_jsonb(d) - 'id' || case when d.until_block > u.block
    then '{"until_block": null, "until_log": null, "until_tx": null, "until_inferred": false}'::jsonb else '{}' end)::text as line
from delegation d join upto u using (chain_id) where d.since_block <= u.block
union all
-- The blocks with events, where they are kept.
select 'block ' || jsonb_build_object('chain_id', b.chain_id, 'number', b.number, 'hash', b.hash, 'timestamp', b.timestamp)::text
from block b join upto u using (chain_id) where b.number <= u.block and (to_jsonb(b) ->> 'eventful')::boolean
) rows order by line collate "C";
