import type { Network } from '@mandate/sdk';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { getAddress } from 'viem';
import { describeAccount } from '../names/describe-account.ts';
import { useAccount } from '../names/use-names.ts';
import { PlanFlow } from '../transactions/flow/plan-flow.tsx';
import { usePlan } from '../transactions/flow/use-plan.ts';
import { searchOfWrite } from '../transactions/form/grant-draft.ts';
import type { Write } from '../transactions/plan/write.ts';
import { Identicon } from '../ui/wallet/identicon.tsx';
import { WalletName } from '../ui/wallet/wallet-name.tsx';

interface GrantReviewProps {
  readonly vault: `0x${string}`;
  readonly write: Write;
  readonly networks: readonly Network[];
  readonly onBegin: () => void;
  readonly onAgain: () => void;
}

/** Shows what the grant will change, and has it signed. */
export function GrantReview({ vault, write, networks, onBegin, onAgain }: GrantReviewProps) {
  const writes = useMemo(() => [write], [write]);
  const { freeze, ...planned } = usePlan({ vault, networks, shown: NOTHING, writes });
  const path = useRouter().buildLocation({ to: '/grant', search: searchOfWrite(vault, write) }).href;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each review moves on, also one of the same values.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    bringIn(heading.current?.closest('section'));
  }, [write]);
  return (
    <section className="card stack" aria-labelledby="grant-review">
      <h2 id="grant-review" ref={heading} tabIndex={-1}>
        Review and sign
      </h2>
      {'grant' in write && <WhoWillAct wallet={write.grant.to} chainId={write.chainId} networks={networks} />}
      <PlanFlow
        {...planned}
        networks={networks}
        verb="Grant"
        path={path}
        done={
          <>
            <p>
              <strong>It is granted.</strong> The service answers “yes” for it from this block on.
            </p>
            <span className="row">
              <Link className="button button--quiet" to="/explorer/$wallet" params={{ wallet: vault }}>
                See the vault’s delegations
              </Link>
              <button type="button" className="button button--quiet" onClick={onAgain}>
                Grant another
              </button>
            </span>
          </>
        }
        onBegin={() => {
          freeze();
          onBegin();
        }}
      />
    </section>
  );
}

/** On a phone, the review is below the form. Beside it, it may be above the screen. */
function bringIn(review: Element | null | undefined): void {
  const { top = 0 } = review?.getBoundingClientRect() ?? {};
  if (top < 0 || top > innerHeight / 2) review?.scrollIntoView();
}

interface WhoWillActProps {
  readonly wallet: string;
  readonly chainId: number;
  readonly networks: readonly Network[];
}

/** The wallet in full: a shortened address looks like others. */
function WhoWillAct({ wallet, chainId, networks }: WhoWillActProps) {
  const address = getAddress(wallet);
  const account = useAccount({ chainId, address });
  const chain = networks.find((each) => each.chainId === chainId)?.name ?? `chain ${chainId}`;
  const words = account === undefined ? null : describeAccount(account, chain);
  return (
    <div className="box who">
      <Identicon address={address} />
      <div>
        <p className="hint">This wallet will be able to act</p>
        <WalletName wallet={address} chainId={chainId} />
        <p className="mono digits">{address}</p>
        <p className="hint" aria-live="polite">
          {words ? (
            <>
              {words.before}
              {words.code && <span className="mono digits">{words.code}</span>}
              {words.after}
            </>
          ) : (
            'Reading whether code runs at this address…'
          )}
        </p>
      </div>
    </div>
  );
}

const NOTHING: readonly never[] = [];
