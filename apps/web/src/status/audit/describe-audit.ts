import type { ChainAudit } from '@mandate/sdk';

export interface AuditSummary {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: string;
}

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`;

/** The one line that says whether the records can be trusted. */
export function summarizeAudit(chains: readonly ChainAudit[]): AuditSummary {
  const marked = chains.reduce((sum, chain) => sum + chain.vaultsUnderAudit, 0);
  if (marked > 0) {
    const vaults = count(marked, 'vault is under audit: its', 'vaults are under audit: their');
    return { tone: 'bad', text: `${vaults} records differ from the chain.` };
  }
  const unaudited = chains.filter(({ passes }) => passes === 0);
  if (unaudited.length > 0) {
    const names = unaudited.map(({ name }) => name).join(', ');
    const all = unaudited.length === chains.length;
    return { tone: 'warn', text: all ? 'Not compared yet.' : `Not compared yet: ${names}.` };
  }
  const differences = chains.reduce((sum, chain) => sum + chain.differences, 0);
  if (differences === 0) return { tone: 'good', text: 'No record has ever differed from its chain.' };
  const found = count(differences, 'difference was', 'differences were');
  return { tone: 'good', text: `No record differs from its chain. ${found} found and repaired.` };
}

/** Rounds down, so that only all of it is 100 %. */
export function writeShare(share: number): string {
  return `${(Math.floor(share * 1_000) / 10).toLocaleString('en')} %`;
}
