import { Address } from './address.tsx';

interface TransactionLinkProps {
  readonly hash: string;
  readonly explorer: string | null;
}

/** To the chain's own explorer, where there is one; the hash in any case. */
export function TransactionLink({ hash, explorer }: TransactionLinkProps) {
  return (
    <Address value={hash} what="the hash of the transaction">
      {(short) =>
        explorer ? (
          <a href={`${explorer.replace(/\/$/, '')}/tx/${hash}`} target="_blank" rel="noreferrer">
            {short}
          </a>
        ) : (
          short
        )
      }
    </Address>
  );
}
