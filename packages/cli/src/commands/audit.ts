/** `mandate audit` */
import { type ChainAudit, type Client, getAudit, getAuditReport, type Hex } from '@mandate/sdk';
import { type JudgedReport, judgeAuditReport } from '@mandate/sdk/proof';
import type { Command } from '../command.ts';
import { assertOptions, readWhole, UsageError, type Values } from '../options.ts';
import { describeAudit } from '../output/describe-audit.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';

const [SOUND, DIFFERS, NOT_KNOWN] = [0, 1, 2];

export const AUDIT: Command = {
  usage: '[--chain <id>] [--day <day>] [--audit-key <key>]',
  about: 'show how the service compares its records with the chains, and verify its signed report',
  options: ['chain', 'day', 'audit-key'],
  ownOptions: { chain: { about: 'only this chain (default: all)' } },
  more: `Verifies the signature of the newest report, or of the report of --day. Without --audit-key it shows only that the
report was signed with the key that the service sends. Get the key from another place, and pass it each time.`,
  examples: ['audit', 'audit --audit-key 0x…', 'audit --day 2026-01-31'],
  run: runAudit,
};

async function runAudit(
  client: Client,
  positionals: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError('audit takes no arguments. To see one chain, pass --chain <id>.');
  assertOptions(values, 'audit', [], ['chain', 'day', 'audit-key']);
  const only = values.chain === undefined ? null : readWhole('chain', values.chain);
  const pinned = readKey(values['audit-key']);
  const audit = await getAudit(client);
  const chains = audit.chains.filter(({ chainId }) => only === null || chainId === only);
  if (only !== null && chains.length === 0) throw new UsageError(`The service does not serve chain ${only}.`);
  const day = values.day ?? audit.reports[0];
  const report =
    day === undefined
      ? null
      : await judgeAuditReport(await getAuditReport(client, { day }), {
          pinned,
          now: terminal.now(),
          isNewest: values.day === undefined,
        });
  const isJson = values.json || !terminal.isTerminal;
  terminal.print(isJson ? writeJson({ chains, report }) : describeAudit(chains, report, terminal));
  return exitCodeOf(chains, report);
}

function readKey(value: string | undefined): Hex | undefined {
  if (value === undefined) return undefined;
  if (!/^0x[0-9a-fA-F]{64}$/.test(value))
    throw new UsageError('--audit-key must be an Ed25519 key: 0x and 64 hex digits.');
  return value.toLowerCase() as Hex;
}

function exitCodeOf(chains: readonly ChainAudit[], report: JudgedReport | null): number {
  if (chains.some(({ vaultsUnderAudit }) => vaultsUnderAudit > 0)) return DIFFERS;
  if (report && ['other_key', 'forged', 'other_day'].includes(report.verdict)) return DIFFERS;
  const isKnown = report?.verdict === 'verified' && chains.every(({ passes }) => passes > 0);
  return isKnown ? SOUND : NOT_KNOWN;
}
