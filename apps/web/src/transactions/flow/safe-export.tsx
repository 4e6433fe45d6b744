import { useMemo } from 'react';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import { saveFile } from '../../ui/copy/save-file.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import { writeSafeFiles } from '../plan/safe-file.ts';

interface SafeExportProps {
  readonly transactions: readonly PlannedTransaction[];
  readonly isOpen: boolean;
  readonly nameOf: (chainId: number) => string;
}

/** Offers the transactions for a Safe, and as calldata for any other way to send them. */
export function SafeExport({ transactions, isOpen, nameOf }: SafeExportProps) {
  const files = useMemo(() => writeSafeFiles(transactions, new Date()), [transactions]);
  return (
    <details open={isOpen}>
      <summary className="quiet">Use a Safe or another tool instead</summary>
      <div className="stack stack--m quiet">
        <p>
          In Safe, open Apps, Transaction Builder, and drop the file there. The Safe has to be the vault, on
          the chain of the file.
        </p>
        <ul className="row">
          {files.map((file) => (
            <li key={file.name}>
              <button
                type="button"
                className="button button--quiet"
                onClick={() => saveFile(file.name, 'application/json', file.text)}
              >
                Safe file for {nameOf(file.chainId)}
              </button>
            </li>
          ))}
        </ul>
        <ul className="stack stack--m">
          {transactions.map((transaction) => (
            <li key={transaction.id} className="box stack stack--m">
              <h3>{transaction.title}</h3>
              <dl className="calldata">
                <dt>Chain</dt>
                <dd>
                  {nameOf(transaction.chainId)} ({transaction.chainId})
                </dd>
                <dt>To</dt>
                <dd className="mono">{transaction.to}</dd>
                <dt>Value</dt>
                <dd>0</dd>
                <dt>Data</dt>
                <dd className="mono">{transaction.data}</dd>
              </dl>
              <CopyTextButton text={transaction.data} label="Copy calldata" />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
