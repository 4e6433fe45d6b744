/** Writes webhook endpoints and their deliveries for people. */
import { type Cell, type Column, formatTable } from '../output/table.ts';
import { createPaint, printable, type Style, type Terminal } from '../output/terminal.ts';
import { describeAge } from '../output/words.ts';

export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly state: 'new' | 'active' | 'paused' | 'off';
  readonly reason: string | null;
  readonly mark: string;
  readonly chainIds: readonly number[] | null;
  readonly wallets: readonly string[] | null;
  readonly contracts: readonly string[] | null;
  readonly aliveMinutes: number;
  readonly secret?: string;
  readonly chains: readonly {
    readonly chainId: number;
    readonly behind: number | null;
    readonly failing: {
      readonly event: string;
      readonly failures: number;
      readonly error: string | null;
    } | null;
  }[];
}

export interface Delivery {
  readonly at: string;
  readonly type: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

const STYLES: Readonly<Record<Webhook['state'], Style>> = {
  new: 'yellow',
  active: 'green',
  paused: 'yellow',
  off: 'red',
};

const COLUMNS: readonly Column[] = [
  { title: 'NAME' },
  { title: 'STATE' },
  { title: 'BEHIND', isNumber: true },
  { title: 'FAILING', isNumber: true },
  { title: 'ID' },
  { title: 'URL' },
];

const sum = ({ chains }: Webhook) => chains.reduce((total, { behind }) => total + (behind ?? 0), 0);

export function describeWebhooks(endpoints: readonly Webhook[], terminal: Terminal): string {
  if (endpoints.length === 0)
    return 'No endpoints. Make one with: mandate webhooks create <url> --name <name>';
  const cells = endpoints.map((endpoint): Cell[] => [
    { text: printable(endpoint.name) },
    { text: endpoint.state, style: STYLES[endpoint.state] },
    { text: String(sum(endpoint)) },
    { text: String(endpoint.chains.filter(({ failing }) => failing).length) },
    { text: endpoint.id, style: 'dim' },
    { text: printable(endpoint.url) },
  ]);
  return formatTable({ columns: COLUMNS, cells }, createPaint(terminal));
}

export function describeWebhook(endpoint: Webhook, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const all = (list: readonly unknown[] | null) => list?.join(', ') ?? 'all';
  const lines = [
    ['id', endpoint.id],
    ['url', endpoint.url],
    ['chains', all(endpoint.chainIds)],
    ['wallets', all(endpoint.wallets)],
    ['contracts', all(endpoint.contracts)],
    ['sent', endpoint.mark === 'latest' ? 'at once' : `once ${endpoint.mark}`],
    ['alive', endpoint.aliveMinutes === 0 ? 'never' : `every ${endpoint.aliveMinutes} min`],
    ['behind', String(sum(endpoint))],
  ].map(([label = '', text = '']) => `  ${paint('dim', label.padEnd(9))}  ${printable(text)}`);
  const failing = endpoint.chains.flatMap(({ chainId, failing: event }) => {
    if (!event) return [];
    const said = printable(event.error ?? 'no answer');
    return [
      `${paint('red', '✗')} event ${event.event} of chain ${chainId} failed ${event.failures} times: ${said}`,
    ];
  });
  return [
    `${paint(STYLES[endpoint.state], endpoint.state)}  ${paint('bold', printable(endpoint.name))}`,
    ...(endpoint.reason ? [printable(endpoint.reason)] : []),
    '',
    ...lines,
    ...(failing.length > 0 ? ['', ...failing] : []),
    ...(endpoint.secret
      ? ['', `The secret, which is shown only now: ${paint('bold', endpoint.secret)}`]
      : []),
  ].join('\n');
}

const DELIVERY_COLUMNS: readonly Column[] = [
  { title: 'AGE', isNumber: true },
  { title: 'STATUS', isNumber: true },
  { title: 'MS', isNumber: true },
  { title: 'TRY', isNumber: true },
  { title: 'TYPE' },
  { title: 'EVENT' },
  { title: 'ERROR' },
];

export function describeDeliveries(deliveries: readonly Delivery[], terminal: Terminal): string {
  if (deliveries.length === 0) return 'Nothing was sent yet.';
  const cells = deliveries.map(({ at, status, ms, attempt, type, event, error }): Cell[] => [
    { text: describeAge(terminal.now() - Date.parse(at)), style: 'dim' },
    { text: status === null ? 'none' : String(status), style: error === null ? 'green' : 'red' },
    { text: String(ms) },
    { text: String(attempt) },
    { text: printable(type) },
    { text: printable(event), style: 'dim' },
    { text: printable(error ?? '') },
  ]);
  return formatTable({ columns: DELIVERY_COLUMNS, cells }, createPaint(terminal));
}
