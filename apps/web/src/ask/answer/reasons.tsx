import './reasons.css';
import { describeRights, kindOf, type StandingGrant } from '@mandate/sdk';
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
    <section className="reasons" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {because.map((grant) => (
          <li key={`${grant.transaction} ${grant.type} ${grant.rights} ${grant.contract}`}>
            <Reason grant={grant} chainId={chainId} explorer={explorer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReasonProps {
  readonly grant: StandingGrant;
  readonly chainId: number;
  readonly explorer: string | null;
}

/** Shows a delegation and when it began. */
export function Reason({ grant, chainId, explorer }: ReasonProps) {
  const rights = describeRights(grant.rights ?? '');
  return (
    <div className="reason">
      <GrantScope grant={{ ...grant, kind: kindOf(grant) }} chainId={chainId} explorer={explorer} />
      <div className="reason__facts">
        <RightsBadge rights={grant.rights} />
        <span className="badge">Registry {grant.registry}</span>
      </div>
      <p className="reason__since">
        since {grant.since !== null && <Moment seconds={grant.since} />}
        {grant.since !== null && ', '}
        block {grant.block.toLocaleString('en')}, by transaction{' '}
        <TransactionLink hash={grant.transaction} explorer={explorer} />
        {rights.form === 'expiring' && <Expiry seconds={rights.expiresAt} />}
      </p>
    </div>
  );
}
