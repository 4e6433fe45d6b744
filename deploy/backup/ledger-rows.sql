-- What two ledgers of the same chains must have in common, as lines: all that stood up to a block of each chain, which
-- `at` names as JSON, {"1": 22000000}. Without what each database numbers and dates for itself.
\pset format unaligned
\pset tuples_only on
with upto as (select key::bigint as chain_id, value::bigint as block from jsonb_each_text(:'at'::jsonb))
select line from (
select 'delegation ' || (to_jsonb(d) - 'id' || case when d.until_block > u.block
    then '{"until_block": null, "until_log": null, "until_tx": null, "until_inferred": false}'::jsonb else '{}' end)::text as line
from delegation d join upto u using (chain_id) where d.since_block <= u.block
union all
-- The blocks in which something happened, where they are kept.
select 'block ' || jsonb_build_object('chain_id', b.chain_id, 'number', b.number, 'hash', b.hash, 'timestamp', b.timestamp)::text
from block b join upto u using (chain_id) where b.number <= u.block and (to_jsonb(b) ->> 'eventful')::boolean
) rows order by line collate "C";
