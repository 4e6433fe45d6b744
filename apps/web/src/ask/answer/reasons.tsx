import { kindOf, type StandingGrant, type TimedGrant } from '@mandate/sdk';
import type { ReactNode } from 'react';
import { Expiry } from '../../ui/time/expiry.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { GrantScope, RightsBadge } from '../../ui/wallet/grant-scope.tsx';
import { TransactionLink } from '../../ui/wallet/transaction-link.tsx';

interface ReasonsProps {
  readonly because: readonly StandingGrant[];
  readonly chainId: number;
  readonly explorer: string | null;
  readonly title: string;
}

/** Lists the delegations behind a yes, the broadest first. */
export function Reasons({ because, chainId, explorer, title }: ReasonsProps) {
  return (
    <section className="stack stack--m" aria-label={title}>
      <h2>{title}</h2>
      <ul className="stack stack--m">
        {because.map((grant) => (
          <li key={`${grant.transaction} ${grant.type} ${grant.rights} ${grant.contract}`}>
            <Reason grant={grant} chainId={chainId} explorer={explorer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReasonProps<Grant> {
  readonly grant: Grant;
  readonly chainId: number;
  readonly explorer: string | null;
}

/** Shows a delegation and when it began. */
export function Reason({ grant, chainId, explorer }: ReasonProps<StandingGrant>) {
  return (
    <GrantBox grant={grant} chainId={chainId} explorer={explorer}>
      since {grant.since !== null && <Moment seconds={grant.since} />}
      {grant.since !== null && ', '}
      block {grant.block.toLocaleString('en')}, by transaction{' '}
      <TransactionLink hash={grant.transaction} explorer={explorer} />
      {grant.expiresAt !== null && <Expiry seconds={grant.expiresAt} />}
    </GrantBox>
  );
}

/** Shows a delegation, and more about it below. */
export function GrantBox(props: ReasonProps<TimedGrant> & { readonly children: ReactNode }) {
  const { grant, chainId, explorer, children } = props;
  return (
    <div className="box stack stack--s">
      <div className="row row--apart row--top">
        <GrantScope grant={{ ...grant, kind: kindOf(grant) }} chainId={chainId} explorer={explorer} />
        <span className="row">
          <RightsBadge rights={grant.rights} />
          <span className="badge">Registry {grant.registry}</span>
        </span>
      </div>
      <p className="hint">{children}</p>
    </div>
  );
}
