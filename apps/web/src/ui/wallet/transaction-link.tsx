import { Address } from './address.tsx';

interface TransactionLinkProps {
  readonly hash: string;
  readonly explorer: string | null;
}

/** Links to the chain's block explorer if there is one. Always shows the hash. */
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
