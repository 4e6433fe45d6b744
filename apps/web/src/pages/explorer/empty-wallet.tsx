import type { Network, Registry } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';

const MAX_OFFERS = 6;

interface EmptyWalletProps {
  readonly wallet: string;
  readonly networks: readonly Network[];
  readonly chainId: number;
  readonly registry: Registry;
  readonly isPast: boolean;
}

/** Says that there are no delegations, and where else to look. */
export function EmptyWallet({ wallet, networks, chainId, registry, isPast }: EmptyWalletProps) {
  const name = networks.find((network) => network.chainId === chainId)?.name ?? `chain ${chainId}`;
  const offers = networks
    .flatMap(({ chainId, name, registries }) =>
      (['v2', 'v1'] as const)
        .filter((one) => registries[one])
        .map((one) => ({ chainId, name, registry: one })),
    )
    .filter((offer) => offer.chainId !== chainId || offer.registry !== registry);
  return (
    <section className="empty-wallet card" aria-labelledby="empty-title">
      <h2 id="empty-title">{isPast ? 'No delegations at that time' : 'No delegations'}</h2>
      <p>
        {isPast
          ? `In registry ${registry} on ${name}, this wallet had neither given nor received a delegation at that time.`
          : `In registry ${registry} on ${name}, this wallet has neither given nor received a delegation.`}
      </p>
      {offers.length > 0 && (
        <ul aria-label="Look elsewhere">
          {offers.slice(0, MAX_OFFERS).map((offer) => (
            <li key={`${offer.chainId} ${offer.registry}`}>
              <Link
                className="button button--quiet"
                to="/explorer/$wallet"
                params={{ wallet }}
                search={{ chain: offer.chainId, registry: offer.registry }}
              >
                {offer.name} {offer.registry}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
