import type { ChainAudit } from '@mandate/sdk';
import type { ReactNode } from 'react';
import { TableHead } from '../../ui/table/table-head.tsx';
import { describeAge, useNow } from '../../ui/time/clock.ts';
import { writeShare } from './describe-audit.ts';

const COLUMNS = [
  'Chain',
  'Compared',
  'Questions asked',
  'Differences found',
  'Vaults that differ',
  'Oldest not compared',
  'Last finished',
];

export function AuditTable({ chains }: { chains: readonly ChainAudit[] }) {
  return (
    <div className="card stack">
      <table className="table table--numbers table--labelled">
        <TableHead columns={COLUMNS} />
        <tbody>
          {chains.map((chain) => (
            <ChainRow key={chain.chainId} chain={chain} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChainRow({ chain }: { chain: ChainAudit }) {
  const now = useNow();
  const { coverage, differences, vaultsUnderAudit, oldestUnauditedSeconds: oldest } = chain;
  const { lastPass, currentPass } = chain;
  return (
    <tr data-audited={chain.chainId}>
      <th scope="row">{chain.name}</th>
      <Cell label="Compared">
        <span className="row row--end">
          <progress
            value={coverage}
            max={1}
            aria-label={`Share of ${chain.name}'s records that was compared`}
          />
          <span>{writeShare(coverage)}</span>
        </span>
      </Cell>
      <Cell label="Questions asked">{chain.questions.toLocaleString('en')}</Cell>
      <Cell label="Differences found" tone={differences > 0 ? 'warn' : undefined}>
        {differences.toLocaleString('en')}
      </Cell>
      <Cell label="Vaults that differ" tone={vaultsUnderAudit > 0 ? 'bad' : undefined}>
        {vaultsUnderAudit.toLocaleString('en')}
      </Cell>
      <Cell label="Oldest not compared">{oldest === null ? 'None' : describeAge(oldest)}</Cell>
      <Cell label="Last finished">
        {lastPass ? describeAge(now - lastPass.finished) : currentPass ? 'Running' : 'Never'}
      </Cell>
    </tr>
  );
}

interface CellProps {
  /** Stands before the value where the table has no head: on a phone. */
  readonly label: string;
  readonly tone?: 'warn' | 'bad' | undefined;
  readonly children: ReactNode;
}

function Cell({ label, tone, children }: CellProps) {
  return (
    <td data-label={label} data-tone={tone}>
      {children}
    </td>
  );
}
