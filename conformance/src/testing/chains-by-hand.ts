/** Chains that no indexer follows: the ledger of each is written by hand, one for each reason not to know. */
import { type Address, identify } from '@mandate/core';
import { type Batch, createAuditRecords, createWriter, type Database } from '@mandate/store';
import { at, block, createTestLedger, row } from '@mandate/testing/ledger/database';
import { writeExampleAudit } from '@mandate/testing/service/example-audit';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { COLD, each, GIVER, give, LATE_HOT, LEAVING, SHIFTING, UNSAFE } from '../grants.ts';

export const NODES = { nodes: ['http://127.0.0.1:9'] };
const V1 = '0x00000000000076A84feF008CDAbe6409d2FE638B';
const V2 = '0x00000000000000447e69651d841bD8D104Bed493';
const BOTH = { ...UNFOLLOWED, registries: { v1: V1, v2: V2 } };
export const SILENT_S = 1;
/** Linea, whose blocks are replaced. */
const REPLACED = 59_144;
/** Avalanche, Celo, Mantle and Zora. Block n has the time 1,700,000,000 + n, so block 40 is exactly on the minute. */
const [UNCERTAIN, UNVERIFIED, AUDITED, PROVISIONAL] = [43_114, 42_220, 5_000, 7_777_777] as const;
/** The entries of all of them in `CHAINS`. */
export const WRITTEN = {
  250: NODES,
  137: NODES,
  42161: NODES,
  56: NODES,
  100: { ...NODES, maxLagSeconds: SILENT_S, maxQuietSeconds: 'unlimited' },
  8453: { ...NODES, registries: { v2: V2 } },
  [UNCERTAIN]: UNFOLLOWED,
  [UNVERIFIED]: UNFOLLOWED,
  [AUDITED]: BOTH,
  [REPLACED]: BOTH,
  [PROVISIONAL]: BOTH,
};
const FAR = { head: 100_000, safe: 0, finalized: 0 };

/** Writes all of them but 250, which stays unread, and `REPLACED`. */
export async function writeByHand(database: Database): Promise<void> {
  const writer = createWriter(database);
  for (const chainId of [137, 42161, 56, 100]) await writer.open(chainId, block(0), FAR);
  await writer.taint(42161, block(0), 'A block that was final was replaced.');
  await writer.mark(56, block(0), FAR, 'following');
  await writer.mark(100, block(0), { head: 0, safe: 0, finalized: 0 }, 'following');
  await writeHistories(database);
  // An imported history that is not verified yet.
  await database.query(
    'update chain set imported_block = 30, proved_block = 40, scanned_block = $2 where chain_id = $1',
    [UNVERIFIED, FIRST],
  );
  await writeFindings(database);
}

const [FIRST, GRANTED, LATE, LATEST] = [10, 12, 30, 50];
const granted = (...vaults: readonly Address[]) =>
  vaults.flatMap((from) => each(() => ({ from }))).map((grant, log) => row(grant, at(GRANTED, log)));
const later = (from: Address) => each((kind) => ({ from, to: LATE_HOT[kind] }));
const shifting = (amount: bigint) => give('v2', 'erc20', { from: SHIFTING, to: LATE_HOT.erc20, amount });

/** Writes the blocks of a chain, of which some are safe and final. */
async function writeChain(
  database: Database,
  chainId: number,
  [safe, finalized]: readonly [number, number],
  begun: Batch['begun'],
  { uncertain = [], provisional = false }: Partial<Batch> & { readonly provisional?: boolean } = {},
): Promise<void> {
  const { writer, createBatch } = createTestLedger(database);
  const marks = { head: LATEST, safe, finalized, provisional };
  await writer.open(chainId, block(FIRST), marks);
  await writer.commit(chainId, await createBatch(chainId, LATEST, { begun, uncertain, marks }));
}

async function writeHistories(database: Database): Promise<void> {
  // At some past blocks, the grants of a v1 vault cannot be known.
  const uncertain = [{ from: COLD, fromBlock: 20, untilBlock: 30 }];
  await writeChain(database, UNCERTAIN, [25, 18], granted(COLD), { uncertain });
  await writeChain(database, UNVERIFIED, [35, 30], granted(COLD));
  await writeChain(database, AUDITED, [20, 20], granted(COLD, GIVER));
  // The grants of `COLD`, `LEAVING` (revoked later) and `SHIFTING` (changed later) are safe; that of `UNSAFE` is not.
  const ofProvisional = [
    ...granted(COLD),
    ...later(LEAVING).map((grant, i) => row(grant, at(GRANTED, 20 + i), at(LATE, i))),
    ...later(UNSAFE).map((grant, i) => row(grant, at(LATE, 20 + i))),
    row(shifting(9n), at(GRANTED, 40), at(LATE, 40)),
    row(shifting(5n), at(LATE, 40)),
  ];
  await writeChain(database, PROVISIONAL, [25, GRANTED], ofProvisional, { provisional: true });
}

/** Writes a chain that is not final. Returns a function that replaces its grants. */
export async function writeReplaced(database: Database): Promise<() => Promise<void>> {
  await writeChain(database, REPLACED, [FIRST, FIRST], granted(COLD));
  return () => createWriter(database).rewind(REPLACED, block(LATEST), block(FIRST));
}

/** The records of `COLD` differ from the chain in both registries, those of `GIVER` do not. */
async function writeFindings(database: Database): Promise<void> {
  await writeExampleAudit(database, AUDITED, { untilBlock: 20 });
  const finding = { chainId: AUDITED, passId: 1, half: 'storage', kind: 'revived', evidence: {} } as const;
  await createAuditRecords(database).findings.keep(
    each(() => ({ from: COLD }))
      .filter(({ kind }) => kind === 'all')
      .map((grant) => ({
        ...finding,
        registry: grant.registry,
        vault: grant.from,
        wallet: grant.to,
        grant: identify(grant),
        confirmed: true,
      })),
  );
}
