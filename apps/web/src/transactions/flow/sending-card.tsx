import { simulateTransactions } from '@mandate/sdk/transactions';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Connection } from '../../wallets/connection.ts';
import { sayReason, sayRefusal } from '../../wallets/say-reason.ts';
import type { Run, Sending } from './runs.ts';
import { StepList } from './step-list.tsx';
import type { SendingState } from './use-flow.ts';
import { writeGas } from './write-fee.ts';

interface SendingCardProps {
  readonly sending: Sending & { readonly run: Run | undefined; readonly state: SendingState };
  /** The place among several, e.g. 1 of 3. */
  readonly place: readonly [number, number] | null;
  /** Null unless the vault is connected. */
  readonly connection: Connection | null;
  readonly nameOf: (chainId: number) => string;
}

const TONES: { readonly [State in SendingState]?: string } = { done: 'good', bad: 'bad' };

/** One thing to sign: its chain, the result of its simulation, and its steps once it began. */
export function SendingCard({ sending, place, connection, nameOf }: SendingCardProps) {
  const { network, transactions, run, state } = sending;
  return (
    <li className="box stack stack--m" data-tone={TONES[state]}>
      <div className="row row--apart">
        <h3>{transactions.map(({ title }) => title).join(', ')}</h3>
        {place && (
          <span className="hint">
            {place[0]} of {place[1]}
          </span>
        )}
      </div>
      {transactions.length > 1 && (
        <p className="quiet">Your wallet sends these {transactions.length} calls as one.</p>
      )}
      <UnknownRegistries sending={sending} />
      {state === 'elsewhere' && connection && (
        <p className="quiet" data-tone="warn">
          <strong>This cannot be signed here.</strong> Your Safe lives on {nameOf(connection.chainId)}. The
          same address on {network.name} may be somebody else’s. If it is yours, open that Safe and do it
          there.
        </p>
      )}
      {!run && state !== 'elsewhere' && (
        <Simulation sending={sending} connection={connection} nameOf={nameOf} />
      )}
      {run && <StepList run={run} network={network} nameOf={nameOf} />}
    </li>
  );
}

/** Shows the addresses that only the service names, in full: the owner compares them. */
function UnknownRegistries({ sending: { network, transactions } }: Pick<SendingCardProps, 'sending'>) {
  const unknown = transactions.filter(({ isKnownRegistry }) => !isKnownRegistry);
  const addresses = new Map(unknown.map(({ to, registry }) => [to, registry]));
  return [...addresses].map(([to, registry]) => (
    <p key={to} className="quiet" data-tone="warn">
      <strong>Compare the registry’s address.</strong> This page does not know the registries of{' '}
      {network.name}. The service names <span className="mono">{to}</span> as {registry}: sign only if you
      know that it is.
    </p>
  ));
}

function Simulation({ sending, connection, nameOf }: Omit<SendingCardProps, 'place'>) {
  const { id, network, transactions } = sending;
  const { chainId } = network;
  const isHere = connection?.chainId === chainId;
  const { data, isFetching } = useQuery({
    queryKey: ['simulation', id, connection?.account, connection?.wallet.id],
    staleTime: 0,
    queryFn:
      connection && isHere ? () => simulateTransactions(connection.wallet.provider, transactions) : skipToken,
  });
  if (!connection) return null;
  if (!isHere)
    return (
      <p className="quiet">
        {connection.wallet.name} shows {nameOf(connection.chainId)}. It will ask to switch to {network.name},
        then this page tries the transaction out.
        {network.publicNode && (
          <>
            {' '}
            If it does not have {network.name}, it will ask to add it with the node that the service names,{' '}
            <span className="mono">{network.publicNode}</span>, which then answers for this chain in your
            wallet.
          </>
        )}
      </p>
    );
  if (!data) return <p className="quiet">{isFetching ? 'Trying it out…' : ''}</p>;
  if (data.outcome === 'refused')
    return (
      <p className="quiet" data-tone="bad">
        <strong>A trial run failed.</strong> {sayRefusal(data.reason)}
      </p>
    );
  if (data.outcome === 'unknown') return <p className="quiet">Not tried out yet: {sayReason(data.reason)}</p>;
  return (
    <p className="quiet" data-tone="good">
      <strong>A trial run worked.</strong>
      {data.gas !== null && ` ${writeGas(data, chainId)}.`}
    </p>
  );
}
