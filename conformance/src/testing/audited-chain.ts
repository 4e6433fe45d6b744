/** A chain with a vault under audit. */
import { identify } from '@mandate/core';
import { createAuditRecords, createWriter, type Database } from '@mandate/store';
import { at, block, row } from '@mandate/testing/database';
import { writeExampleAudit } from '@mandate/testing/example-audit';
import { COLD, GIVER, give, V1_KINDS, V2_KINDS } from '../samples.ts';

/** Mantle, written by hand. Block n has the time 1,700,000,000 + n. */
export const AUDITED_CHAIN = 5_000;
const [FIRST, GRANTED, FINALIZED, LATEST] = [10, 12, 20, 50];

const GRANTS = [COLD, GIVER].flatMap((from) => [
  ...V1_KINDS.map((kind) => give('v1', kind, { from })),
  ...V2_KINDS.map((kind) => give('v2', kind, { from })),
]);

/** The records of `COLD` differ from the chain in both registries, those of `GIVER` do not. */
export async function writeAudited(database: Database): Promise<void> {
  const writer = createWriter(database);
  const marks = { head: LATEST, safe: FINALIZED, finalized: FINALIZED };
  await writer.open(AUDITED_CHAIN, block(FIRST), marks);
  await writer.commit(AUDITED_CHAIN, {
    parent: block(FIRST),
    ended: [],
    begun: GRANTS.map((delegation, log) => row(delegation, at(GRANTED, log))),
    block: block(LATEST),
    replaceable: Array.from({ length: LATEST - FIRST - 1 }, (_, i) => block(FIRST + 1 + i)),
    eventful: [block(GRANTED)],
    uncertain: [],
    marks,
    state: 'following',
  });
  await writeExampleAudit(database, AUDITED_CHAIN, { untilBlock: FINALIZED });
  const differing = GRANTS.filter(({ from, kind }) => from === COLD && kind === 'all');
  await createAuditRecords(database).findings.keep(
    differing.map((grant) => ({
      ...({ chainId: AUDITED_CHAIN, passId: 1, half: 'storage', kind: 'revived', evidence: {} } as const),
      ...{
        registry: grant.registry,
        vault: grant.from,
        wallet: grant.to,
        grant: identify(grant),
        confirmed: true,
      },
    })),
  );
}
