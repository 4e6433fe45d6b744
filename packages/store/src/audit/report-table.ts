/** All SQL of the tables `audit_reports` and `audit_keys`. */
import type { Hex } from 'viem';
import { ask, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

/** The report of a day (UTC) like 2026-11-17, exactly as it was signed. */
export interface SignedReport {
  readonly day: string;
  readonly body: string;
  readonly signature: Hex;
  /** The raw Ed25519 key, 32 bytes. */
  readonly publicKey: Hex;
}

export interface AuditKey {
  readonly publicKey: Hex;
  readonly since: Date;
}

export function createReportTable(database: Database) {
  async function publishKey(publicKey: Hex): Promise<void> {
    await ask(database, {
      text: 'insert into audit_keys (public_key) values ($1) on conflict do nothing',
      values: [toBytes(publicKey)],
    });
  }

  /** Keeps a report. The first report of a day stays. */
  async function keepReport({ day, body, signature, publicKey }: SignedReport): Promise<void> {
    await ask(database, {
      text: `insert into audit_reports (day, body, signature, public_key) values ($1, $2, $3, $4) on conflict do nothing`,
      values: [day, body, toBytes(signature), toBytes(publicKey)],
    });
  }

  async function readReport(day: string): Promise<SignedReport | null> {
    const [row] = await ask<{ body: string; signature: Buffer; public_key: Buffer }>(database, {
      text: 'select body, signature, public_key from audit_reports where day = $1::date',
      values: [day],
    });
    if (!row) return null;
    return { day, body: row.body, signature: toHex(row.signature), publicKey: toHex(row.public_key) };
  }

  /** Lists the days that have a report, newest first. */
  async function listReports(limit = 400): Promise<string[]> {
    const rows = await ask<{ day: string }>(database, {
      text: 'select day::text as day from audit_reports order by audit_reports.day desc limit $1',
      values: [limit],
    });
    return rows.map(({ day }) => day);
  }

  /** Lists the published keys, newest first. */
  async function listKeys(): Promise<AuditKey[]> {
    const rows = await ask<{ public_key: Buffer; since: Date }>(database, {
      text: 'select public_key, since from audit_keys order by since desc, public_key',
    });
    return rows.map((row) => ({ publicKey: toHex(row.public_key), since: row.since }));
  }

  return { publishKey, keepReport, readReport, listReports, listKeys };
}
