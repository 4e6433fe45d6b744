/** The attacks over HTTP and on the chain. Each runs until the process ends. */
import type { Transaction } from '@mandate/contracts';
import { toHex } from 'viem';
import { holdSockets, writeHead } from './held-sockets.ts';
import { getKey, getKeyOnce, type Means, tryOften } from './means.ts';
import { startNetworkAttacks } from './network-attacks.ts';
import { repeatPerSecond } from './pace.ts';
import { type Attack, RATES } from './rates.ts';
import { pageHeaders, signInThrowaway } from './throwaway-wallet.ts';

/** Each attacker has its own address. A flood comes from many. */
const CLIENTS = {
  bodies: '198.51.100.1',
  batches: '198.51.100.2',
  heavy: '198.51.100.3',
  nonces: '198.51.100.4',
  racer: '198.51.100.5',
} as const;
const GAS = toHex(2 ** 24);
const JSON_TYPE = { 'content-type': 'application/json' } as const;

export function startAttacks(means: Means): void {
  revokeOnChain(means);
  sendUnfinishedBodies(means);
  sendRefusedBatches(means);
  openStreams(means);
  floodNonces(means);
  askForSpammedLists(means);
  callTools(means);
  startNetworkAttacks(means);
  // Attacks that need a key keep trying while they are rejected without one.
  void weighDown(means);
  void raceForKeys(means);
  void throwAway(means);
}

function revokeOnChain({ orders, notes }: Means): void {
  const send = async (attack: Attack, { from, to, data }: Transaction) => {
    notes.sent(attack);
    const params = [{ from, to, data, gas: GAS, gasPrice: '0x0' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params });
    const answered = await fetch(orders.nodeUrl, { method: 'POST', headers: JSON_TYPE, body });
    await answered.text();
    notes.status(attack, answered.status);
  };
  setInterval(() => send('manyGrants', orders.manyGrants), RATES.manyGrants.everyMs);
  setInterval(() => send('manyVaults', orders.manyVaults), RATES.manyVaults.everyMs);
}

function sendUnfinishedBodies({ orders: { apiUrl }, notes }: Means): void {
  const { open, openedPerS, declaredBytes, firstBytes } = RATES.unfinishedBodies;
  const head = writeHead('POST', '/batch', {
    ...JSON_TYPE,
    'content-length': String(declaredBytes),
    'x-forwarded-for': CLIENTS.bodies,
  });
  const body = Buffer.alloc(firstBytes, ' ');
  body.write('{');
  holdSockets({
    url: apiUrl,
    open,
    openedPerS,
    write: () => [head, body],
    drips: true,
    onSent: () => notes.sent('unfinishedBodies'),
    onStatus: (status) => notes.status('unfinishedBodies', status),
  });
}

function sendRefusedBatches({ orders: { apiUrl, chainId }, notes }: Means): void {
  const { perS, checks } = RATES.refusedBatches;
  const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
  const body = JSON.stringify({
    checks: Array.from({ length: checks }, (_, number) => ({
      registry: 'v2',
      kind: 'erc1155',
      to: wallet(number),
      from: wallet(number + 5),
      contract: wallet(7),
      tokenId: '1',
      rights: `0x${'11'.repeat(32)}`,
      chainId,
    })),
  });
  const head = writeHead('POST', '/batch', {
    ...JSON_TYPE,
    'content-length': String(body.length),
    'x-forwarded-for': CLIENTS.batches,
    connection: 'close',
  });
  const whole = Buffer.from(head + body);
  holdSockets({
    url: apiUrl,
    open: 100,
    openedPerS: perS,
    write: () => [whole],
    onSent: () => notes.sent('refusedBatches'),
    onStatus: (status) => notes.status('refusedBatches', status),
  });
}

function openStreams({ orders: { apiUrl }, notes }: Means): void {
  const { networks, perNetwork, openedPerS } = RATES.streams;
  holdSockets({
    url: apiUrl,
    open: networks * perNetwork,
    openedPerS,
    write: (number) => [
      writeHead('GET', '/changes', {
        accept: 'text/event-stream',
        'x-forwarded-for': `2001:db8:1:${(number % networks).toString(16)}::1`,
      }),
    ],
    onSent: () => notes.sent('streams'),
    onStatus: (status) => notes.status('streams', status),
  });
  const held = RATES.heldStreams;
  holdSockets({
    url: apiUrl,
    open: held.clients * held.perClient,
    openedPerS: held.openedPerS,
    write: (number) => [
      writeHead('GET', '/changes', {
        accept: 'text/event-stream',
        'x-forwarded-for': `198.51.101.${number % held.clients}`,
      }),
    ],
    onSent: () => notes.sent('heldStreams'),
    onStatus: (status) => notes.status('heldStreams', status),
  });
}

function floodNonces({ orders: { origin }, ask, notes }: Means): void {
  repeatPerSecond(RATES.nonces.perS, async () => {
    notes.sent('nonces');
    const headers = pageHeaders(origin, CLIENTS.nonces);
    const { status } = await ask({ method: 'POST', path: '/developer/api/nonce', headers, body: '{}' });
    notes.status('nonces', status);
  });
}

/** Creates clients that each send one request, so that none exceeds its limit. */
function createStrangers(network: number): () => { readonly 'x-forwarded-for': string } {
  let stranger = 0;
  return () => {
    const number = stranger++ % 65_536;
    return { 'x-forwarded-for': `100.${network}.${number >> 8}.${number & 255}` };
  };
}

function askForSpammedLists({ orders: { spammedList }, ask, notes }: Means): void {
  const nextStranger = createStrangers(64);
  repeatPerSecond(RATES.spammedLists.perS, async () => {
    notes.sent('spammedLists');
    notes.status('spammedLists', (await ask({ path: spammedList, headers: nextStranger() })).status);
  });
}

function callTools({ orders: { spammedList }, ask, notes }: Means): void {
  const wallet = /0x[0-9a-f]{40}/i.exec(spammedList)?.[0];
  const write = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const bodies = [
    write({ name: 'v2List', arguments: { wallet, limit: 50, atBlock: 1 } }),
    write({ name: 'resolve', arguments: { to: wallet, limit: 50 } }),
    write({ name: 'no such tool' }),
    `{"jsonrpc":${'['.repeat(8_000)}`,
  ];
  const nextStranger = createStrangers(65);
  let sent = 0;
  repeatPerSecond(RATES.toolCalls.perS, async () => {
    notes.sent('toolCalls');
    const headers = { ...JSON_TYPE, ...nextStranger() };
    const body = bodies[sent++ % bodies.length] ?? '';
    notes.status('toolCalls', (await ask({ method: 'POST', path: '/mcp', headers, body })).status);
  });
}

/** One client with a key: requests snapshots without reading them, and lists about the past. */
async function weighDown({ orders, ask, notes }: Means): Promise<void> {
  const key = await getKey({ orders, ask }, CLIENTS.heavy);
  if (!key) return;
  const headers = { 'x-forwarded-for': CLIENTS.heavy, 'x-api-key': key };
  const { perS, heldMs } = RATES.snapshots;
  holdSockets({
    url: orders.apiUrl,
    open: (perS * heldMs) / 1_000 + 1,
    openedPerS: perS,
    write: () => [writeHead('GET', orders.snapshot, headers)],
    isUnread: true,
    heldMs,
    onSent: () => notes.sent('snapshots'),
    onStatus: (status) => notes.status('snapshots', status),
  });
  repeatPerSecond(RATES.pastLists.perS, async () => {
    notes.sent('pastLists');
    notes.status('pastLists', (await ask({ path: orders.spammedList, headers })).status);
  });
}

/** One wallet: creates as many keys as possible in parallel and rotates each of them meanwhile. */
async function raceForKeys({ orders, ask, notes }: Means): Promise<void> {
  const wallet = await tryOften(() => signInThrowaway(ask, { ...orders, client: CLIENTS.racer }));
  if (!wallet) return;
  const { everyMs, atOnce } = RATES.keyRaces;
  const post = async (path: string, body: unknown) => {
    notes.sent('keyRaces');
    const answered = await wallet.post(path, body);
    notes.status('keyRaces', answered.status);
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
    ids = [...ids, ...created.map(({ text }) => (JSON.parse(text) as { id: string }).id)];
  }, everyMs);
}

/** Signs in new wallets, creates keys and sends checks with all of them. */
async function throwAway({ orders, ask, notes }: Means): Promise<void> {
  const { wallets, everyMs, checksPerS } = RATES.throwawayKeys;
  const keys: string[] = [];
  let made = 0;
  setInterval(async () => {
    const client = `203.0.113.${made++ % wallets}`;
    const key = await getKeyOnce({ orders, ask }, client);
    if (key) keys[keys.length % wallets] = key;
  }, everyMs);
  let asked = 0;
  repeatPerSecond(checksPerS, async () => {
    const which = asked++ % wallets;
    const key = keys[which];
    if (!key) return;
    notes.sent('throwawayKeys');
    const headers = { 'x-forwarded-for': `203.0.113.${which}`, 'x-api-key': key };
    notes.status('throwawayKeys', (await ask({ path: orders.check, headers })).status);
  });
}
