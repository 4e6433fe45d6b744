import { Fragment } from 'react';
import { TableHead } from '../../ui/table/table-head.tsx';
import type { Webhook, WebhookState } from '../session/webhooks-api.ts';
import { writeDayAndTime } from '../session/write-time.ts';

export type EndpointAction =
  | 'test'
  | 'deliveries'
  | 'replay'
  | 'change'
  | 'pause'
  | 'resume'
  | 'rotate'
  | 'skip'
  | 'delete';

interface EndpointTableProps {
  readonly endpoints: readonly Webhook[];
  readonly nameChain: (chainId: number) => string;
  readonly onAction: (action: EndpointAction, endpoint: Webhook) => void;
}

const STATES: Readonly<Record<WebhookState, string>> = {
  new: 'Waits for the challenge',
  active: 'Active',
  paused: 'Paused',
  off: 'Off',
};
const LABELS: Readonly<Record<EndpointAction, string>> = {
  test: 'Test',
  deliveries: 'Deliveries',
  replay: 'Replay',
  change: 'Change',
  pause: 'Pause',
  resume: 'Resume',
  rotate: 'Rotate',
  skip: 'Skip',
  delete: 'Delete',
};

export function EndpointTable({ endpoints, nameChain, onAction }: EndpointTableProps) {
  return (
    <table className="table table--labelled" aria-label="Webhook endpoints">
      <TableHead columns={['Name', 'State', 'Changes ahead']} />
      <tbody>
        {endpoints.map((endpoint) => (
          <Fragment key={endpoint.id}>
            <tr data-has-more="true">
              <th scope="row">
                {endpoint.name}
                <p className="hint">{endpoint.url}</p>
                <p className="hint">{describeFilter(endpoint)}</p>
              </th>
              <td data-label="State">
                <span className="badge" data-tone={endpoint.state === 'active' ? 'good' : 'warn'}>
                  {STATES[endpoint.state]}
                </span>
              </td>
              <td data-label="Changes ahead">{countBehind(endpoint)}</td>
            </tr>
            <tr>
              <td colSpan={3} className="stack stack--m">
                {listTroubles(endpoint, nameChain).map((text) => (
                  <p key={text} className="problem">
                    {text}
                  </p>
                ))}
                <div className="row actions">
                  {listActions(endpoint).map((action) => (
                    <button
                      key={action}
                      type="button"
                      className={`button button--quiet ${action === 'delete' ? 'button--warning' : ''}`}
                      aria-label={`${LABELS[action]} ${endpoint.name}`}
                      onClick={() => onAction(action, endpoint)}
                    >
                      {LABELS[action]}
                    </button>
                  ))}
                </div>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function listActions({ state, chains }: Webhook): readonly EndpointAction[] {
  return [
    ...(state === 'active' ? (['test'] as const) : []),
    'deliveries',
    'replay',
    'change',
    state === 'active' ? 'pause' : 'resume',
    ...(chains.some(({ failing }) => failing?.maySkip) ? (['skip'] as const) : []),
    'rotate',
    'delete',
  ];
}

function describeFilter({ chainIds, wallets, contracts, kinds, rights, mark }: Webhook): string {
  const count = (list: readonly unknown[] | null, one: string) =>
    list ? `${list.length} ${one}${list.length === 1 ? '' : 's'}` : `all ${one}s`;
  const scope = [
    ...[count(chainIds, 'chain'), count(wallets, 'wallet'), count(contracts, 'contract')],
    ...(kinds ? [count(kinds, 'kind')] : []),
    ...(rights ? [count(rights, 'right')] : []),
  ].join(', ');
  return `${scope}; ${mark === 'latest' ? 'at once' : `once ${mark}`}`;
}

function countBehind({ chains }: Webhook): string {
  const behind = chains.reduce((sum, chain) => sum + (chain.behind ?? 0), 0);
  return behind === 0 ? 'None' : behind.toLocaleString('en');
}

function listTroubles({ reason, chains }: Webhook, nameChain: (chainId: number) => string): string[] {
  const failing = chains.flatMap(({ chainId, failing: event }) => {
    if (!event) return [];
    const where = chainId === 0 ? '' : ` on ${nameChain(chainId)}`;
    const times = event.failures === 1 ? 'once' : `${event.failures} times`;
    const next = event.nextTry ? ` Next try: ${writeDayAndTime(event.nextTry)}.` : '';
    return [`An event${where} failed ${times}: ${event.error ?? 'no answer'}${next}`];
  });
  return [...(reason ? [reason] : []), ...failing];
}
