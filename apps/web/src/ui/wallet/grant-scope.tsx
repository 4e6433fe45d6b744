import { isUnlimited, KIND_WORDS, writeAmount, writeRights } from '@mandate/sdk/words';
import { Amount } from '../../names/amount.tsx';
import { TokenPicture } from '../../names/token-picture.tsx';
import { useName } from '../../names/use-names.ts';
import type { GrantKind } from '../../words/grant-kinds.ts';
import { NamedAddress } from './address.tsx';
import { OnExplorer } from './on-explorer.tsx';

interface GrantScopeProps {
  readonly grant: {
    readonly kind: GrantKind;
    readonly contract: string | null;
    readonly tokenId: bigint | null;
    readonly amount: bigint | null;
  };
  /** Shows names, units and pictures as the contract of this chain gives them. */
  readonly chainId?: number | undefined;
  /** The chain's block explorer, if it has one. */
  readonly explorer: string | null;
}

/** Shows the scope of a grant with every digit. */
export function GrantScope({ grant, chainId, explorer }: GrantScopeProps) {
  const { kind, contract, tokenId, amount } = grant;
  const names = useName(
    chainId === undefined || contract === null
      ? null
      : { chainId, address: contract as `0x${string}`, ...(tokenId !== null && { tokenId }) },
  );
  const picture = names?.token?.picture;
  return (
    <div className="grant-scope">
      {picture && tokenId !== null && <TokenPicture picture={picture} tokenId={tokenId} />}
      <div className="grant-scope__lines">
        <span>
          {tokenId === null ? KIND_WORDS[kind].name : `${KIND_WORDS[kind].name} `}
          {tokenId !== null && <span className="mono digits">#{tokenId.toString()}</span>}
        </span>
        {amount !== null && (
          <span className="hint">
            {!isUnlimited(amount) && 'up to '}
            {tokenId === null ? (
              <Amount value={amount} contract={names?.contract} />
            ) : (
              <span className="mono digits">{writeAmount(amount)}</span>
            )}
          </span>
        )}
        {contract && (
          <span className="hint">
            of{' '}
            <NamedAddress value={contract} names={names} what="the address of the contract">
              {(short) => (
                <OnExplorer explorer={explorer} path={`address/${contract}`}>
                  {short}
                </OnExplorer>
              )}
            </NamedAddress>
          </span>
        )}
      </div>
    </div>
  );
}

/** Highlights full rights. For limited rights, the tip shows all bytes. */
export function RightsBadge({ rights }: { rights: string | null }) {
  const [text, short] = writeRights(rights);
  const isLimited = short !== 'full rights';
  return (
    <span
      className="badge"
      data-tone={isLimited ? undefined : 'good'}
      {...(isLimited && rights && { 'data-tip': rights })}
    >
      {text}
    </span>
  );
}
