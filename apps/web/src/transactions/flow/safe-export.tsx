import './safe-export.css';
import { useMemo } from 'react';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import type { PlannedTransaction } from '../plan/plan.ts';
import { type SafeFile, writeSafeFiles } from '../plan/safe-file.ts';

interface SafeExportProps {
  readonly transactions: readonly PlannedTransaction[];
  readonly isOpen: boolean;
  readonly nameOf: (chainId: number) => string;
}

/** Offers the transactions for a Safe, and as calldata for any other way to send them. */
export function SafeExport({ transactions, isOpen, nameOf }: SafeExportProps) {
  const files = useMemo(() => writeSafeFiles(transactions, new Date()), [transactions]);
  return (
    <details className="safe-export" open={isOpen}>
      <summary>Use a Safe or another tool instead</summary>
      <div className="safe-export__parts">
        <p>
          In Safe, open Apps, Transaction Builder, and drop the file there. The Safe has to be the vault, on
          the chain of the file.
        </p>
        <ul className="safe-export__files">
          {files.map((file) => (
            <li key={file.name}>
              <button type="button" className="button button--quiet" onClick={() => download(file)}>
                Safe file for {nameOf(file.chainId)}
              </button>
            </li>
          ))}
        </ul>
        <ul className="safe-export__calls">
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <h4>{transaction.title}</h4>
              <dl>
                <dt>Chain</dt>
                <dd>
                  {nameOf(transaction.chainId)} ({transaction.chainId})
                </dd>
                <dt>To</dt>
                <dd className="mono">{transaction.to}</dd>
                <dt>Value</dt>
                <dd>0</dd>
                <dt>Data</dt>
                <dd className="mono safe-export__data">{transaction.data}</dd>
              </dl>
              <CopyTextButton text={transaction.data} label="Copy calldata" />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function download({ name, text }: SafeFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
