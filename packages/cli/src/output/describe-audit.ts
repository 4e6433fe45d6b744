/** Writes the state of an audit, and the verdict about its report, for people. */
import type { ChainAudit } from '@mandate/sdk';
import type { JudgedReport, ReportVerdict } from '@mandate/sdk/proof';
import { type Cell, type Column, formatTable } from './table.ts';
import { createPaint, type Paint, printable, type Style, type Terminal } from './terminal.ts';
import { describeAge } from './words.ts';

const COLUMNS: readonly Column[] = [
  { title: 'CHAIN' },
  { title: 'ID', isNumber: true },
  { title: 'COMPARED', isNumber: true },
  { title: 'QUESTIONS', isNumber: true },
  { title: 'DIFFERENCES', isNumber: true },
  { title: 'UNDER AUDIT', isNumber: true },
  { title: 'OLDEST UNAUDITED', isNumber: true },
  { title: 'LAST PASS', isNumber: true },
];

const GROUPED = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
});

export function describeAudit(
  chains: readonly ChainAudit[],
  report: JudgedReport | null,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const cells = chains.map((chain) => describeChain(chain, terminal.now()));
  return [
    describeState(chains, paint),
    formatTable({ columns: COLUMNS, cells }, paint),
    describeReport(report, paint, terminal.now()),
  ].join('\n\n');
}

function describeState(chains: readonly ChainAudit[], paint: Paint): string {
  const marked = sum(chains, ({ vaultsUnderAudit }) => vaultsUnderAudit);
  const title = (style: Style, mark: string, text: string) => `${paint(style, mark)} ${paint('bold', text)}`;
  if (marked > 0) {
    const vaults = marked === 1 ? '1 vault is' : `${GROUPED.format(marked)} vaults are`;
    const next = `Questions about ${marked === 1 ? 'it' : 'them'} are refused until the records are repaired.`;
    return `${title('red', '✗', `${vaults} under audit`)}\n  ${next}`;
  }
  const unaudited = chains.filter(({ passes }) => passes === 0);
  if (unaudited.length > 0) {
    const names = unaudited.map(({ name }) => printable(name)).join(', ');
    return title('yellow', '?', `Not audited yet: ${names}`);
  }
  const differences = sum(chains, (chain) => chain.differences);
  if (differences === 0) return title('green', '✓', 'No record has ever differed from its chain');
  const found = differences === 1 ? '1 difference was' : `${GROUPED.format(differences)} differences were`;
  return title('green', '✓', `No record differs from its chain; ${found} found and repaired`);
}

const sum = (chains: readonly ChainAudit[], read: (chain: ChainAudit) => number) =>
  chains.reduce((total, chain) => total + read(chain), 0);

function describeChain(chain: ChainAudit, now: number): Cell[] {
  const { passes, coverage, oldestUnauditedSeconds: oldest, differences, vaultsUnderAudit } = chain;
  const isWhole = coverage === 1;
  return [
    { text: printable(chain.name) },
    { text: String(chain.chainId), style: 'dim' },
    { text: PERCENT.format(coverage), style: isWhole ? 'green' : 'yellow' },
    { text: GROUPED.format(chain.questions) },
    { text: GROUPED.format(differences), style: differences > 0 ? 'yellow' : 'green' },
    { text: GROUPED.format(vaultsUnderAudit), style: vaultsUnderAudit > 0 ? 'red' : 'green' },
    { text: oldest === null ? 'none' : describeAge(1_000 * oldest), style: 'dim' },
    passes > 0
      ? { text: describeAge(now - 1_000 * (chain.lastPass?.finished ?? 0)), style: 'dim' }
      : { text: chain.currentPass ? 'running' : 'never', style: 'yellow' },
  ];
}

const VERDICTS: Readonly<Record<ReportVerdict, readonly [Style, string, string]>> = {
  verified: ['green', '✓', 'valid'],
  stale: ['yellow', '?', 'valid, but newer reports are missing: ask the operator whether the auditor runs'],
  other_key: ['red', '✗', 'by another key than yours: ask the operator whether the key was changed'],
  forged: ['red', '✗', 'not valid: someone changed the report after it was signed'],
  unsupported: ['yellow', '?', 'not verified: this version of Node has no Ed25519'],
  other_day: ['red', '✗', 'valid, but the signed report is of another day than the service says'],
};

function describeReport(report: JudgedReport | null, paint: Paint, now: number): string {
  if (!report) return `${paint('yellow', '?')} ${paint('bold', 'No report has been signed yet')}`;
  const { day, publicKey, isPinned, verdict } = report;
  const [style, mark, says] = VERDICTS[verdict];
  const age = describeAge(now - Date.parse(`${day}T00:00:00Z`));
  const trust = isPinned
    ? 'the key that you passed'
    : 'as the service sends it: get it from another place, and pass it as --audit-key';
  const lines = [
    ['signature', says],
    ['key', paint('dim', publicKey)],
    ['', verdict === 'other_key' ? 'not the key that you passed' : trust],
  ].map(([label = '', text]) => `  ${paint('dim', label.padEnd(9))}  ${text}`);
  return [
    `${paint(style, mark)} ${paint('bold', `Report of ${printable(day)}`)} ${paint('dim', `(${age})`)}`,
    ...lines,
  ].join('\n');
}
