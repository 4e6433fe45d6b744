import { nameOf, writeName } from '../../names/name-of.ts';
import { useMarks } from '../../names/use-marks.ts';
import { useName } from '../../names/use-names.ts';
import { ExplainedBadge } from '../badge/explained-badge.tsx';

interface WalletNameProps {
  readonly wallet: string;
  /** The ENS name that led here. It need not be the one that the wallet calls itself. */
  readonly openedAs?: string | null;
  readonly chainId: number | undefined;
}

/** Shows the name of the wallet, and why a reader should look twice, if there is a reason. */
export function WalletName({ wallet, openedAs = null, chainId }: WalletNameProps) {
  const names = useName(chainId === undefined ? null : { chainId, address: wallet as `0x${string}` });
  const name = nameOf(names);
  const mark = useMarks(wallet, names);
  const isOther = openedAs !== null && name?.text !== openedAs;
  if (!name && !mark && !isOther) return null;
  return (
    <p className="wallet-name row">
      {name && (
        <bdi className={`address__name address__name--${name.source}`}>
          {writeName(name, name.text.length)}
        </bdi>
      )}
      {isOther && <bdi className="address__name">{openedAs}</bdi>}
      {mark && (
        <ExplainedBadge explanation={mark.explanation} tone="warn">
          {mark.label}
        </ExplainedBadge>
      )}
    </p>
  );
}
