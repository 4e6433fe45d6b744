import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useConnection } from '../../wallets/use-connection.ts';
import { type Plan, type PlanParameters, planWrites } from '../plan/plan.ts';
import type { Write } from '../plan/write.ts';
import { standingQuery } from './standing-query.ts';

interface PlanQuestion {
  readonly vault: `0x${string}`;
  readonly networks: readonly Network[];
  /** Delegations that the page shows, in case the service does not answer now. */
  readonly shown: readonly WalletDelegation[];
  readonly writes: readonly Write[];
}

interface Planned {
  readonly plan: Plan;
  /** Sentences about parts that could not be looked at. */
  readonly unknown: readonly string[];
  /** `false` if another delegation that nobody looked at may still allow the same. */
  readonly isCertain: boolean;
  readonly isLoading: boolean;
  /** Keeps the plan as it is: its transactions are on their way. */
  readonly freeze: () => void;
}

/** Plans changes with all that is known to stand. */
export function usePlan({ vault, networks, shown, writes }: PlanQuestion): Planned {
  const { data, isPending, error } = useQuery(standingQuery(vault));
  const { onlyChain } = useConnection()?.wallet ?? {};
  const [frozen, setFrozen] = useState<Pick<Planned, 'plan' | 'unknown' | 'isCertain'> | null>(null);
  const planned = useMemo(
    () => ({
      plan: planSigned({ vault, networks, standing: data?.rows ?? shown, writes }, onlyChain),
      isCertain:
        !error &&
        data?.isWhole === true &&
        !writes.some(({ chainId }) => data.unknownChains.includes(chainId)),
      unknown: describeUnknown({ error, unknownChains: data?.unknownChains ?? [], data, networks }),
    }),
    [vault, networks, data, error, shown, writes, onlyChain],
  );
  const freeze = () => setFrozen((before) => before ?? planned);
  return { ...(frozen ?? planned), isLoading: isPending && !frozen, freeze };
}

/** A Safe signs on its own chain only: no sentence may say what is true after the rest. */
function planSigned(parameters: PlanParameters, onlyChain: number | undefined): Plan {
  const plan = planWrites(parameters);
  const writes = parameters.writes.filter(({ chainId }) => chainId === onlyChain);
  if (onlyChain === undefined || writes.length === 0) return plan;
  const { after, stays } = planWrites({ ...parameters, writes });
  return { ...plan, after, stays };
}

interface Looked {
  readonly error: Error | null;
  readonly data: { readonly isWhole: boolean } | undefined;
  readonly unknownChains: readonly number[];
  readonly networks: readonly Network[];
}

function describeUnknown({ error, data, unknownChains, networks }: Looked): readonly string[] {
  const names = unknownChains.map(
    (id) => networks.find(({ chainId }) => chainId === id)?.name ?? `chain ${id}`,
  );
  const texts: string[] = [];
  if (error)
    texts.push('The service did not answer, so it is not known which other delegations the vault has.');
  if (names.length > 0)
    texts.push(
      `Your delegations on ${names.join(', ')} are unknown: the service cannot answer for them now.`,
    );
  if (data && !data.isWhole)
    texts.push('The vault has so many delegations that not all of them were looked at.');
  return texts;
}
