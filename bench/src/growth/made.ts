/** Loads the read model of a ledger, and measures what both take. */
import { type Folder, sizeOf } from '../folder.ts';
import { describeSize } from '../ledger.ts';
import { type Sample, toSamples } from '../sample.ts';
import { makeReadModel, startWithReadModel } from '../service.ts';
import type { WrittenLedger } from '../writes/written-ledger.ts';

export const DATABASE = 'database';
export const READ_MODEL = 'read model';
export const LOADING = 'loading the read model';

/** A ledger and the folder of its read model. */
export interface Copied {
  readonly ledger: WrittenLedger;
  readonly folder: Folder;
}

/** Costs that must grow with the rows are divided by them. */
export async function copyLedger(ledger: WrittenLedger): Promise<{ copied: Copied; made: Sample[] }> {
  const { rows, url, sizeBytes } = ledger;
  const { folder, loadSeconds } = await makeReadModel(url);
  const { readySeconds, stop } = await startWithReadModel(url, folder);
  await stop();
  const perRow = (name: string, bytes: number) => toSamples({ name, rows }, { 'bytes a row': bytes / rows });
  const made = [
    describeSize(ledger),
    perRow(DATABASE, sizeBytes),
    perRow('its indexes', await readIndexBytes(ledger)),
    perRow(READ_MODEL, sizeOf(folder)),
    toSamples({ name: LOADING, rows }, { 'µs a row': (1e6 * loadSeconds) / rows }),
    toSamples({ name: 'ready after a restart', rows }, { s: readySeconds }),
  ];
  return { copied: { ledger, folder }, made: made.flat() };
}

async function readIndexBytes({ database }: WrittenLedger): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(pg_indexes_size(oid))::bigint as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
}
