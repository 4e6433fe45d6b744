import { nameOf, writeName } from '../../names/name-of.ts';
import { useMarks } from '../../names/use-marks.ts';
import { useName } from '../../names/use-names.ts';
import { ExplainedBadge } from '../../ui/badge/explained-badge.tsx';

/** Shows the name of the wallet, and why a reader should look twice, if there is a reason. */
export function WalletName({ wallet, chainId }: { wallet: string; chainId: number | undefined }) {
  const names = useName(chainId === undefined ? null : { chainId, address: wallet as `0x${string}` });
  const name = nameOf(names);
  const mark = useMarks(wallet, names);
  if (!name && !mark) return null;
  return (
    <p className="wallet-head__names">
      {name && (
        <bdi className={`address__name address__name--${name.source}`}>
          {writeName(name, name.text.length)}
        </bdi>
      )}
      {mark && (
        <ExplainedBadge explanation={mark.explanation} tone="warn">
          {mark.label}
        </ExplainedBadge>
      )}
    </p>
  );
}
