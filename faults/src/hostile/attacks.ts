/** The attacks over HTTP and on the chain. Each runs until the process ends. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '@mandate/contracts';
import { toHex } from 'viem';
import type { Ask } from '../ask.ts';
import { repeatPerSecond } from '../pace.ts';
import { type HeldOptions, holdSockets, writeHead } from './held-sockets.ts';
import type { AttackOrders } from './messages.ts';
import { type Attack, RATES } from './rates.ts';
import { createThrowawayKey, pageHeaders, signInThrowaway } from './throwaway-wallet.ts';

/** Each attacker has its own address. A flood comes from many. */
const CLIENTS = {
  bodies: '198.51.100.1',
  batches: '198.51.100.2',
  heavy: '198.51.100.3',
  nonces: '198.51.100.4',
  racer: '198.51.100.5',
  historian: '198.51.100.6',
  burner: '198.51.100.7',
} as const;
const GAS = toHex(2 ** 24);
const JSON_TYPE = { 'content-type': 'application/json' } as const;
const MAX_HOURS = 720;
const MAX_RETRIES = 1_000;
const RETRY_MS = 1_000;

export interface Means {
  readonly orders: AttackOrders;
  readonly ask: Ask;
  readonly onSent: (attack: Attack) => void;
  readonly onStatus: (attack: Attack, status: number) => void;
}

type Headers = Readonly<Record<string, string>>;

export function startAttacks(means: Means): void {
  const { check, spammedList, origin } = means.orders;
  revokeOnChain(means);
  sendUnfinishedBodies(means);
  sendRefusedBatches(means);
  openStreams(means);
  const nonceHeaders = pageHeaders(origin, CLIENTS.nonces);
  repeat(means, 'nonces', () => ['/developer/api/nonce', nonceHeaders, '{}']);
  repeat(means, 'spammedLists', (i) => [spammedList, fromStranger(64, i)]);
  const bodies = writeToolCalls(/0x[0-9a-f]{40}/i.exec(spammedList)?.[0]);
  repeat(means, 'toolCalls', (i) => ['/mcp', fromStranger(65, i), bodies[i % bodies.length]]);
  const { networks } = RATES.networkFlood;
  repeat(means, 'networkFlood', (i) => [check, fromNetwork(2, i % networks)]);
  repeat(means, 'networkClients', (i) => [check, fromNetwork(3, i)]);
  const historian = { 'x-forwarded-for': CLIENTS.historian };
  repeat(means, 'historyHours', (i) => [`/status/history?hours=${1 + (i % MAX_HOURS)}`, historian]);
  const nextTokens = createTokens(means);
  repeat(means, 'networkNames', (i) => [nextTokens(), fromNetwork(4, i)]);
  // Attacks that need a key keep trying while they are rejected without one.
  void withKey(means, CLIENTS.burner, (headers) =>
    repeat(means, 'burningNames', () => [nextTokens(), headers]),
  );
  // One client with a key: requests snapshots without reading them, and lists about the past.
  void withKey(means, CLIENTS.heavy, (headers) => {
    const { perS, heldMs } = RATES.snapshots;
    hold(means, 'snapshots', {
      open: (perS * heldMs) / 1_000 + 1,
      openedPerS: perS,
      write: () => [writeHead('GET', means.orders.snapshot, headers)],
      isUnread: true,
      heldMs,
    });
    repeat(means, 'pastLists', () => [spammedList, headers]);
  });
  void raceForKeys(means);
  throwAway(means);
}

/** Returns the path, the headers and the body of a request, or `null` if there is nothing to send. */
type Create = (number: number) => Parameters<Ask> | null;

type Paced = { [A in Attack]: (typeof RATES)[A] extends { readonly perS: number } ? A : never }[Attack];

/** Sends requests at the rate of the attack. */
function repeat({ ask, onSent, onStatus }: Means, attack: Paced, create: Create): void {
  let sent = 0;
  repeatPerSecond(RATES[attack].perS, async () => {
    const request = create(sent++);
    if (!request) return;
    onSent(attack);
    onStatus(attack, (await ask(...request)).status);
  });
}

/** Holds connections for an attack. */
function hold(
  { orders: { apiUrl }, onSent, onStatus }: Means,
  attack: Attack,
  options: Omit<HeldOptions, 'url' | 'onSent' | 'onStatus'>,
): void {
  holdSockets({
    ...options,
    url: apiUrl,
    onSent: () => onSent(attack),
    onStatus: (status) => onStatus(attack, status),
  });
}

const fromNetwork = (network: number, number: number): Headers => ({
  'x-forwarded-for': `2001:db8:${network}:${(number & 0xffff).toString(16)}::1`,
});

/** A stranger sends one request, so that none exceeds its limit. */
const fromStranger = (network: number, number: number): Headers => ({
  'x-forwarded-for': `100.${network}.${(number >> 8) & 255}.${number & 255}`,
});

/** Returns paths about tokens that nobody asked about before. */
function createTokens({ orders: { chainId, burningToken } }: Means): () => string {
  let token = 1;
  const next = () => `${chainId}:${burningToken}:${token++}`;
  return () => `/names?of=${Array.from({ length: RATES.burningNames.tokens }, next).join()}`;
}

function writeToolCalls(wallet: string | undefined): string[] {
  const write = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    write({ name: 'v2List', arguments: { wallet, limit: 50, atBlock: 1 } }),
    write({ name: 'resolve', arguments: { to: wallet, limit: 50 } }),
    write({ name: 'no such tool' }),
    `{"jsonrpc":${'['.repeat(8_000)}`,
  ];
}

function revokeOnChain({ orders, onSent, onStatus }: Means): void {
  const send = async (attack: Attack, { from, to, data }: Transaction) => {
    onSent(attack);
    const params = [{ from, to, data, gas: GAS, gasPrice: '0x0' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params });
    const answered = await fetch(orders.nodeUrl, { method: 'POST', headers: JSON_TYPE, body });
    await answered.text();
    onStatus(attack, answered.status);
  };
  for (const attack of ['manyGrants', 'manyVaults'] as const)
    setInterval(() => send(attack, orders[attack]), RATES[attack].everyMs);
}

/** Writes the head of a batch. */
const writeBatch = (client: string, length: number, more: Headers = {}) =>
  writeHead('POST', '/batch', {
    ...JSON_TYPE,
    'content-length': String(length),
    'x-forwarded-for': client,
    ...more,
  });

function sendUnfinishedBodies(means: Means): void {
  const { open, openedPerS, declaredBytes, firstBytes } = RATES.unfinishedBodies;
  const head = writeBatch(CLIENTS.bodies, declaredBytes);
  const body = Buffer.alloc(firstBytes, ' ');
  body.write('{');
  hold(means, 'unfinishedBodies', { open, openedPerS, write: () => [head, body], drips: true });
}

function sendRefusedBatches(means: Means): void {
  const { perS, checks } = RATES.refusedBatches;
  const { chainId } = means.orders;
  const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
  const rights = `0x${'11'.repeat(32)}`;
  const token = { registry: 'v2', kind: 'erc1155', contract: wallet(7), tokenId: '1', rights, chainId };
  const body = JSON.stringify({
    checks: Array.from({ length: checks }, (_, i) => ({ ...token, to: wallet(i), from: wallet(i + 5) })),
  });
  const whole = Buffer.from(writeBatch(CLIENTS.batches, body.length, { connection: 'close' }) + body);
  hold(means, 'refusedBatches', { open: 100, openedPerS: perS, write: () => [whole] });
}

function openStreams(means: Means): void {
  const open = (attack: 'streams' | 'heldStreams', clients: number, each: number, client: string) =>
    hold(means, attack, {
      open: clients * each,
      openedPerS: RATES[attack].openedPerS,
      write: (number) => [
        writeHead('GET', '/changes', {
          accept: 'text/event-stream',
          'x-forwarded-for': client.replace('N', (number % clients).toString()),
        }),
      ],
    });
  const { streams, heldStreams } = RATES;
  open('streams', streams.networks, streams.perNetwork, '2001:db8:1:N::1');
  open('heldStreams', heldStreams.clients, heldStreams.perClient, '198.51.101.N');
}

async function withKey(means: Means, client: string, attack: (headers: Headers) => void): Promise<void> {
  const key = await tryOften(() => createThrowawayKey(means.ask, { ...means.orders, client }));
  if (key) attack({ 'x-forwarded-for': client, 'x-api-key': key });
}

async function tryOften<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 0; tries < MAX_RETRIES; tries++) {
    const got = await attempt();
    if (got !== null) return got;
    await delay(RETRY_MS);
  }
  return null;
}

/** One wallet: creates as many keys as possible in parallel and rotates each of them meanwhile. */
async function raceForKeys({ orders, ask, onSent, onStatus }: Means): Promise<void> {
  const send = await tryOften(() => signInThrowaway(ask, { ...orders, client: CLIENTS.racer }));
  if (!send) return;
  const { everyMs, atOnce } = RATES.keyRaces;
  const post = async (path: string, body: unknown) => {
    onSent('keyRaces');
    const answered = await send(path, body);
    onStatus('keyRaces', answered.status);
    return answered;
  };
  let ids: string[] = [];
  setInterval(async () => {
    const rotated = ids.slice(-atOnce / 2).flatMap((id) => [id, id]);
    const made = await Promise.all([
      ...Array.from({ length: atOnce / 2 }, () => post('/keys', { name: 'race' })),
      ...rotated.map((id) => post(`/keys/${id}/rotate`, {})),
    ]);
    const created = made.filter(({ status }) => status === 201);
    ids = [...ids, ...created.map(({ body }) => (JSON.parse(body) as { id: string }).id)];
  }, everyMs);
}

/** Signs in new wallets, creates keys and sends checks with all of them. */
function throwAway(means: Means): void {
  const { orders, ask } = means;
  const { wallets, everyMs } = RATES.throwawayKeys;
  const keys: string[] = [];
  let made = 0;
  setInterval(async () => {
    const key = await createThrowawayKey(ask, { ...orders, client: `203.0.113.${made++ % wallets}` });
    if (key) keys[keys.length % wallets] = key;
  }, everyMs);
  repeat(means, 'throwawayKeys', (i) => {
    const key = keys[i % wallets];
    const client = `203.0.113.${i % wallets}`;
    return key ? [orders.check, { 'x-forwarded-for': client, 'x-api-key': key }] : null;
  });
}
