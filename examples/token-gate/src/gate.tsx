import { matchAnswer, useEligibility } from '@mandate/react';
import { Lend } from './lend.tsx';

const NIGHT_TRAMS = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';

export function Gate({ wallet }: { wallet: `0x${string}` }) {
  const { answer } = useEligibility({ wallet, contract: NIGHT_TRAMS });
  return (
    <section className={answer.status} aria-live="polite">
      {matchAnswer(answer, {
        yes: ({ balance, holders, block }) => (
          <>
            <h2>Come in</h2>
            <p>
              {String(balance)} Night Trams count for you, at block {block.number}:
            </p>
            <ul>
              {holders
                .filter((holder) => holder.balance > 0n)
                .map((holder) => (
                  <li key={holder.address}>
                    {String(holder.balance)} in {holder.grants.length > 0 ? 'the vault ' : ''}
                    {holder.address}
                  </li>
                ))}
            </ul>
            <Lend contract={NIGHT_TRAMS} />
          </>
        ),
        no: ({ block }) => (
          <>
            <h2>Members only</h2>
            <p>
              At block {block.number} no Night Tram counts for this wallet. Delegate to it from your vault,
              and the door opens.
            </p>
          </>
        ),
        unknown: ({ detail }) => (
          <>
            <h2>One moment, please</h2>
            <p>We cannot tell right now, and keep trying. {detail}</p>
          </>
        ),
        loading: () => <h2>Looking…</h2>,
      })}
    </section>
  );
}
