import type { GrantKind } from './grant-kinds.ts';
import './grant-scope.css';
import { Address } from './address.tsx';
import { isUnlimited, KIND_WORDS, writeAmount, writeRights } from './grant-words.ts';

interface GrantScopeProps {
  readonly grant: {
    readonly kind: GrantKind;
    readonly contract: string | null;
    readonly tokenId: bigint | null;
    readonly amount: bigint | null;
  };
  /** The chain's block explorer, if it has one. */
  readonly explorer: string | null;
}

/** Shows the scope of a grant with every digit. */
export function GrantScope({ grant, explorer }: GrantScopeProps) {
  const { kind, contract, tokenId, amount } = grant;
  return (
    <div className="grant-scope">
      <span>
        {tokenId === null ? KIND_WORDS[kind].name : `${KIND_WORDS[kind].name} `}
        {tokenId !== null && <span className="mono digits">#{tokenId.toString()}</span>}
      </span>
      {amount !== null && (
        <span className="grant-scope__amount">
          {!isUnlimited(amount) && 'up to '}
          <span className="mono digits">{writeAmount(amount)}</span>
          {tokenId === null && !isUnlimited(amount) && ' base units'}
        </span>
      )}
      {contract && (
        <span className="grant-scope__contract">
          of{' '}
          <Address value={contract} what="the address of the contract">
            {(short) =>
              explorer ? (
                <a href={`${explorer}/address/${contract}`} target="_blank" rel="noreferrer">
                  {short}
                </a>
              ) : (
                short
              )
            }
          </Address>
        </span>
      )}
    </div>
  );
}

/** Highlights full rights. For limited rights, the tip shows all bytes. */
export function RightsBadge({ rights }: { rights: string | null }) {
  const [text, short] = writeRights(rights);
  const isLimited = short !== 'full rights';
  return (
    <span
      className={isLimited ? 'badge' : 'badge badge--accent'}
      {...(isLimited && rights && { 'data-tip': rights })}
    >
      {text}
    </span>
  );
}
