import type { UnknownChain } from '@mandate/sdk';
import { describeCode } from '../../service/failure.ts';
import type { NameOfChain } from '../wallet/rows.ts';

interface UnknownChainsProps {
  readonly chains: readonly UnknownChain[];
  readonly nameOfChain: NameOfChain;
  readonly onRetry: () => void;
}

/** Names the chains that could not answer, why, and what to do. Their delegations are unknown, not absent. */
export function UnknownChains({ chains, nameOfChain, onRetry }: UnknownChainsProps) {
  const reasons = Map.groupBy(chains, ({ code }) => code);
  return (
    <section className="note" data-tone="warn" aria-label="Chains that could not answer">
      <div>
        <p>
          <strong>{chains.length === 1 ? 'One chain' : `${chains.length} chains`} could not answer.</strong>{' '}
          Delegations there are unknown, and none of them is in this list.
        </p>
        <ul className="bullets">
          {[...reasons].map(([code, ofReason]) => {
            const { title, next } = describeCode(code, ofReason[0]?.detail ?? '');
            const names = ofReason.map(({ chainId }) => nameOfChain(chainId)).join(', ');
            return (
              <li key={code}>
                <strong>{names}</strong>: {lowerFirst(title)}. {next}
              </li>
            );
          })}
        </ul>
      </div>
      <button type="button" className="button button--quiet" onClick={onRetry}>
        Try again
      </button>
    </section>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
