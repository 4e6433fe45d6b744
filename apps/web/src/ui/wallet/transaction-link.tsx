import { Address } from './address.tsx';
import { OnExplorer } from './on-explorer.tsx';

interface TransactionLinkProps {
  readonly hash: string;
  readonly explorer: string | null;
}

/** Shows the hash of a transaction, as a link if its chain has a block explorer. */
export function TransactionLink({ hash, explorer }: TransactionLinkProps) {
  return (
    <Address value={hash} what="the hash of the transaction">
      {(short) => (
        <OnExplorer explorer={explorer} path={`tx/${hash}`}>
          {short}
        </OnExplorer>
      )}
    </Address>
  );
}
