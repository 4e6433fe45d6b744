/** All SQL of the tables `audit_findings` and `audit_marks`. */
import { type Address, parseAddress, REGISTRIES, type Registry } from '@mandate/core';
import { ask, type Connection, type Database, transact } from '../database/database.ts';
import { registryOf, toBytes, toHex } from '../database/row.ts';

/** How a grant's rows differ from the chain. */
export type DifferenceKind = 'missing' | 'invented' | 'ended' | 'revived' | 'amount' | 'history';

export interface Finding {
  readonly chainId: number;
  readonly passId: number;
  readonly registry: Registry;
  readonly vault: Address;
  /** The wallet that the grant names. */
  readonly wallet: Address;
  /** The grant's identity, as text. */
  readonly grant: string;
  readonly half: 'logs' | 'storage';
  readonly kind: DifferenceKind;
  /** The rows, the blocks and the answers of each node, as JSON. */
  readonly evidence: unknown;
  /** A second block and a second node showed the same. */
  readonly confirmed: boolean;
}

export interface KnownFinding extends Finding {
  readonly id: number;
  readonly foundAt: Date;
  readonly repairedAt: Date | null;
}

/** A vault with a confirmed difference: questions about it are refused. */
export interface Mark {
  readonly chainId: number;
  readonly registry: Registry;
  readonly vault: Address;
}

export interface FindingCounts {
  /** Grants with a confirmed difference, ever. Both halves may find the same one. */
  readonly differences: number;
  /** Grants with a difference that nobody confirmed, ever. */
  readonly unconfirmed: number;
  /** Grants with a confirmed difference that are not repaired. */
  readonly open: number;
  readonly marks: number;
}

export function createFindingTable(database: Database) {
  /**
   * Keeps a page of findings, and marks the vaults of the confirmed ones, in one transaction. Returns how many grants were
   * not known to differ before, and how many are confirmed to differ now and were not.
   */
  async function keep(findings: readonly Finding[]): Promise<{ reported: number; differences: number }> {
    if (findings.length === 0) return { reported: 0, differences: 0 };
    return transact(database, async (connection) => {
      const { rows } = await connection.query<{ is_new: boolean; newly: boolean }>(KEEP, [
        JSON.stringify(findings.map(toRow)),
      ]);
      await connection.query(MARK, [
        JSON.stringify(findings.filter(({ confirmed }) => confirmed).map(toRow)),
      ]);
      return {
        reported: rows.filter((row) => row.is_new).length,
        differences: rows.filter((row) => row.newly).length,
      };
    });
  }

  /** Returns whether the rows of a marked vault name a wallet, named it or should name it: lists of the wallet may be wrong, too. */
  async function isNamed(chainId: number, registry: Registry, wallet: Address): Promise<boolean> {
    const [row] = await ask<{ named: boolean }>(database, {
      name: 'is-named-by-marked-vault',
      text: IS_NAMED,
      values: [chainId, REGISTRIES[registry].ledgerNumber, toBytes(wallet)],
    });
    return row?.named ?? false;
  }

  async function count(chainId: number): Promise<FindingCounts> {
    const [counts] = await ask<FindingCounts & Record<string, number>>(database, {
      text: `select count(distinct (grant_key, repaired_at)) filter (where confirmed_at is not null) as differences,
          count(distinct (grant_key, repaired_at)) filter (where confirmed_at is null) as unconfirmed,
          count(distinct grant_key) filter (where confirmed_at is not null and repaired_at is null) as open,
          (select count(*) from audit_marks where chain_id = $1) as marks
        from audit_findings where chain_id = $1`,
      values: [chainId],
    });
    return counts ?? { differences: 0, unconfirmed: 0, open: 0, marks: 0 };
  }

  /** Lists findings since a time, oldest first. */
  async function list(chainId: number, since: Date, limit: number): Promise<KnownFinding[]> {
    const rows = await ask<FindingRow>(database, {
      text: `select * from audit_findings where chain_id = $1 and found_at >= $2 order by id limit $3`,
      values: [chainId, since, limit],
    });
    return rows.map((row) => ({
      id: row.id,
      chainId: row.chain_id,
      passId: row.pass_id,
      registry: registryOf(row.registry),
      vault: parseAddress(toHex(row.vault)),
      wallet: parseAddress(toHex(row.wallet)),
      grant: row.grant_key,
      half: row.half,
      kind: row.kind,
      evidence: row.evidence,
      confirmed: row.confirmed_at !== null,
      foundAt: row.found_at,
      repairedAt: row.repaired_at,
    }));
  }

  /** Lists the wallets with a difference that is not repaired, confirmed or not. */
  async function listOpenVaults(chainId: number): Promise<Address[]> {
    const rows = await ask<{ vault: Buffer }>(database, {
      text: `select vault from audit_findings where chain_id = $1 and repaired_at is null
        union select vault from audit_marks where chain_id = $1 order by vault`,
      values: [chainId],
    });
    return rows.map(({ vault }) => parseAddress(toHex(vault)));
  }

  return { keep, listOpenVaults, isNamed, count, list };
}

/**
 * Clears the marks of a vault, or of a whole chain, and records that its differences are repaired. Runs inside the
 * transaction that rewrites the rows.
 */
export async function clearMarks(
  connection: Connection,
  chainId: number,
  vault: Address | null,
): Promise<void> {
  const values = [chainId, vault && toBytes(vault)];
  await connection.query(
    'delete from audit_marks where chain_id = $1 and ($2::bytea is null or vault = $2)',
    values,
  );
  await connection.query(
    `update audit_findings set repaired_at = now()
     where chain_id = $1 and ($2::bytea is null or vault = $2) and repaired_at is null`,
    values,
  );
}

/** The marks of chain `c` as an array of registries and vaults. `null` if it has none. */
export const MARKS_OF_CHAIN = `(select json_agg(json_build_array(m.registry, encode(m.vault, 'hex')) order by m.registry, m.vault)
  from audit_marks m where m.chain_id = c.chain_id)`;

export type MarkColumns = readonly (readonly [registry: number, vault: string])[] | null;

export function readMarks(chainId: number, marks: MarkColumns): Mark[] {
  return (marks ?? []).map(([registry, vault]) => ({
    chainId,
    registry: registryOf(registry),
    vault: parseAddress(`0x${vault}`),
  }));
}

/**
 * Probes one index for each marked vault: a wallet may have any number of rows, and so may a vault. The sum keeps indexes of
 * findings out that don't begin with the wallet.
 */
const IS_NAMED = `
  select exists (
    select from audit_marks m cross join lateral (
      select from delegation d
      where d.chain_id = m.chain_id and d.from_address = m.vault and d.to_address = $3 and d.registry = m.registry limit 1) d
    where m.chain_id = $1 and m.registry = $2
  ) or exists (
    select from audit_findings f
    join audit_marks m on m.chain_id = f.chain_id and m.registry = f.registry and m.vault = f.vault
    where f.wallet = $3 and f.repaired_at is null and f.chain_id + 0 = $1 and f.registry = $2
  ) as named`;

interface FindingRow {
  readonly id: number;
  readonly chain_id: number;
  readonly pass_id: number;
  readonly registry: number;
  readonly vault: Buffer;
  readonly wallet: Buffer;
  readonly grant_key: string;
  readonly half: 'logs' | 'storage';
  readonly kind: DifferenceKind;
  readonly evidence: unknown;
  readonly found_at: Date;
  readonly confirmed_at: Date | null;
  readonly repaired_at: Date | null;
}

const toRow = (finding: Finding) => ({
  chain_id: finding.chainId,
  pass_id: finding.passId,
  registry: REGISTRIES[finding.registry].ledgerNumber,
  vault: `\\x${finding.vault.slice(2)}`,
  wallet: `\\x${finding.wallet.slice(2)}`,
  grant_key: finding.grant,
  half: finding.half,
  kind: finding.kind,
  evidence: finding.evidence,
  confirmed: finding.confirmed,
});

const ROWS = `jsonb_to_recordset($1::jsonb) as f (chain_id bigint, pass_id bigint, registry smallint, vault bytea,
  wallet bytea, grant_key text, half text, kind text, evidence jsonb, confirmed boolean)`;

/** A finding that is known already keeps its first evidence until it is confirmed. */
const KEEP = `
  with given as (select distinct on (chain_id, half, kind, grant_key) * from ${ROWS}
      order by chain_id, half, kind, grant_key, confirmed desc),
    before as (
      select o.id, o.chain_id, o.grant_key, o.confirmed_at is not null as was_confirmed from audit_findings o
      where o.repaired_at is null and (o.chain_id, o.grant_key) in (select g.chain_id, g.grant_key from given g)),
    kept as (
      insert into audit_findings as o (chain_id, pass_id, registry, vault, wallet, grant_key, half, kind, evidence, confirmed_at)
      select chain_id, pass_id, registry, vault, wallet, grant_key, half, kind, evidence, case when confirmed then now() end
      from given order by chain_id, half, kind, grant_key
      on conflict (chain_id, half, kind, grant_key) where repaired_at is null do update set
        evidence = case when o.confirmed_at is null and excluded.confirmed_at is not null then excluded.evidence else o.evidence end,
        confirmed_at = coalesce(o.confirmed_at, excluded.confirmed_at)
      returning o.chain_id, o.grant_key, o.confirmed_at is not null as is_confirmed)
  select o.id is null as is_new, k.is_confirmed and not coalesce(o.was_confirmed, false) as newly
  from kept k left join lateral (
    select max(b.id) as id, bool_or(b.was_confirmed) as was_confirmed from before b
    where b.grant_key = k.grant_key and b.chain_id = k.chain_id
  ) o on true`;

const MARK = `
  insert into audit_marks (chain_id, registry, vault)
  select distinct chain_id, registry, vault from ${ROWS} order by chain_id, registry, vault
  on conflict do nothing`;
