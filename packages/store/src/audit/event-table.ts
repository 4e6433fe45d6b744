/** All SQL of the table `audit_events`. */
import { type Address, parseAddress, REGISTRIES, type Registry } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { registryOf, toBytes, toHex } from '../database/row.ts';

/** A proof contradicts the ledger about a vault. */
export interface Dispute {
  readonly chainId: number;
  readonly registry: Registry;
  readonly vault: Address;
  /** The question, the block, and both answers, as JSON. */
  readonly evidence: unknown;
}

/** One service writes at most this many new events for a chain: a flood of questions must not fill the disk. */
const MAX_UNSEEN = 10_000;

export function createEventTable(database: Database) {
  /** Reports a dispute to the auditor, which compares the vault next. */
  async function recordDispute({ chainId, registry, vault, evidence }: Dispute): Promise<void> {
    await ask(database, {
      text: `insert into audit_events (chain_id, registry, vault, evidence)
        select $1, $2, $3, $4::jsonb
        where (select count(*) from audit_events where chain_id = $1 and seen_at is null) < ${MAX_UNSEEN}`,
      values: [chainId, REGISTRIES[registry].ledgerNumber, toBytes(vault), JSON.stringify(evidence)],
    });
  }

  /** Lists disputes that the auditor has not looked at, oldest first. */
  async function listDisputes(chainId: number, limit: number): Promise<(Dispute & { id: number })[]> {
    const rows = await ask<{ id: number; registry: number; vault: Buffer; evidence: unknown }>(database, {
      text: `select id, registry, vault, evidence from audit_events
        where chain_id = $1 and seen_at is null order by id limit $2`,
      values: [chainId, limit],
    });
    return rows.map(({ id, registry, vault, evidence }) => ({
      id,
      chainId,
      registry: registryOf(registry),
      vault: parseAddress(toHex(vault)),
      evidence,
    }));
  }

  async function markSeen(ids: readonly number[]): Promise<void> {
    await ask(database, {
      text: 'update audit_events set seen_at = now() where id = any($1::bigint[])',
      values: [ids],
    });
  }

  /** Counts the disputes of a chain, ever. */
  async function countDisputes(chainId: number): Promise<number> {
    const [row] = await ask<{ count: number }>(database, {
      text: 'select count(*) as count from audit_events where chain_id = $1',
      values: [chainId],
    });
    return row?.count ?? 0;
  }

  return { recordDispute, listDisputes, markSeen, countDisputes };
}
