/** The report of a day: what was compared on each chain, and what differed. */
import { createHash } from 'node:crypto';
import type { ConfiguredChain } from '@mandate/config';
import type { AuditRecords, Checkpoint, FinishedPass, KnownFinding, SignedReport } from '@mandate/store';
import { canonicalJson } from './canonical-json.ts';
import type { Signer } from './signing-key.ts';

const VERSION = 1;
const DAY_MS = 24 * 3_600_000;
/** A report names this many findings of a chain, and counts all. */
const MAX_FINDINGS = 100;
const MAX_COUNTED = 100_000;

export interface ReportSources {
  readonly chains: readonly ConfiguredChain[];
  readonly records: AuditRecords;
  readonly listCheckpoints: () => Promise<readonly Checkpoint[]>;
  readonly signer: Signer;
}

/** Returns a day (UTC) like 2026-11-17. */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Writes the report of the day before, unless there is one. Returns its day if it was written now. */
export async function writeReport(sources: ReportSources, now: number): Promise<string | null> {
  const { records, signer } = sources;
  const day = dayAt(now - DAY_MS);
  if (await records.readReport(day)) return null;
  const body = await createBody(sources, day);
  await records.keepReport({ day, body, signature: signer.sign(body), publicKey: signer.publicKey });
  return day;
}

async function createBody({ chains, records, listCheckpoints }: ReportSources, day: string): Promise<string> {
  const [previousDay] = await records.listReports(1);
  const previous = previousDay ? await records.readReport(previousDay) : null;
  const checkpoints = new Map((await listCheckpoints()).map((each) => [each.chainId, each]));
  const described = await Promise.all(
    chains.map(async ({ chainId, name }) => {
      const summary = await records.readAudit(chainId);
      const since = new Date(`${day}T00:00:00Z`);
      const until = new Date(since.getTime() + DAY_MS);
      const findings = (await records.findings.list(chainId, since, MAX_COUNTED)).filter(
        ({ foundAt }) => foundAt < until,
      );
      const passes = await records.passes.listFinished(chainId, since, until);
      const { questions, passes: all, differences, unconfirmed, open, marks, disputes } = summary;
      return {
        chainId,
        name,
        block: checkpoints.get(chainId)?.block.number ?? null,
        coverage: summary.coverage,
        oldestUnaudited: summary.oldestUnaudited,
        passes: passes.map(describePass),
        totals: { questions, passes: all, differences, unconfirmed, open, marks, disputes },
        findings: findings.slice(0, MAX_FINDINGS).map(describeFinding),
        findingsCount: findings.length,
      };
    }),
  );
  return canonicalJson({ version: VERSION, day, previous: previous && linkTo(previous), chains: described });
}

/** Each report names the one before it by its hash, so that none can be replaced later. */
function linkTo({ day, body }: SignedReport) {
  return { day, sha256: createHash('sha256').update(body, 'utf8').digest('hex') };
}

function describePass(pass: FinishedPass) {
  const { untilBlock, provedBlock, rows, questions, calls, differences } = pass;
  const [startedAt, finishedAt] = [pass.startedAt.toISOString(), pass.finishedAt.toISOString()];
  return { startedAt, finishedAt, untilBlock, provedBlock, rows, questions, calls, differences };
}

function describeFinding({
  foundAt,
  repairedAt,
  confirmed,
  half,
  kind,
  registry,
  vault,
  grant,
}: KnownFinding) {
  return {
    foundAt: foundAt.toISOString(),
    repairedAt: repairedAt?.toISOString() ?? null,
    confirmed,
    half,
    kind,
    registry,
    vault,
    grant,
  };
}
