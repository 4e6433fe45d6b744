/**
 * Makes random calls through `@delegatexyz/sdk` and through this package, on one chain, in both modes. Results may
 * differ only as the table in `docs/moving-from-delegate-xyz.md` says. Each excuse names a row of it and must occur.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as closed from '@delegatexyz/sdk';
import {
  createRandom,
  type LocalChain,
  pick,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
} from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { type Service, startService } from '@mandate/testing/service/service';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { custom, defineChain, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClassName,
  type DrawnCall,
  drawRead,
  drawSender,
  drawWrite,
  NO_NUMBERS,
} from '../testing/closed-calls.ts';
import * as ours from './index.ts';

const CALLS = size(200, 2_000);
const WRITES = size(24, 200);
const ROUNDS = 4;
const GRANTS_A_ROUND = 60;
const seed = readSeed('@mandate/sdk/delegate');

/** The excused differences: the name of each is a row of the table. */
const NUMBERS = 'numbers that come back';
const DIGITS = 'a `number` beyond 2⁵³ as an argument';
const TEXT = 'text that is no number';
const CASE = 'an address in upper case';
const ORDER = 'the order of v1 lists';
const ERRORS = 'the class of an error';
const EXCUSES = {
  node: [NUMBERS, DIGITS, TEXT, ERRORS],
  service: [NUMBERS, DIGITS, TEXT, ERRORS, CASE, ORDER],
} as const;
type Mode = keyof typeof EXCUSES;

type Methods = Record<string, (...args: unknown[]) => unknown>;
type Made = { readonly value: unknown } | { readonly error: Error };

let chain: LocalChain;
let service: Service;
beforeAll(async () => {
  chain = await startLocalChain({ smartWallets: SMART_WALLETS });
  await writeProbes();
  service = await startService({ chains: [chain] });
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

/** Makes both classes of the closed SDK and ours, with the encoders. */
function createBoth(mode: Mode, account?: Hex) {
  const local = defineChain({
    id: chain.chainId,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  });
  // The chain charges no fees, but chooses one that it then refuses. Its estimates of gas ignore what is not mined.
  const userTransport = custom({
    request: ({ method, params }: { method: string; params: readonly object[] }) =>
      chain.client.request({
        method,
        params:
          method === 'eth_sendTransaction' ? [{ ...params[0], gasPrice: '0x0', gas: '0x1000000' }] : params,
      } as never),
  });
  const options = { userTransport, chain: local, ...(account ? { account } : {}) };
  const served = mode === 'service' ? { ...options, baseUrl: service.url } : options;
  return {
    closed: {
      DelegateV1: new closed.DelegateV1(userTransport, local, account),
      DelegateV2: new closed.DelegateV2(options),
      raw: closed,
    } as unknown as Record<ClassName | 'raw', Methods>,
    ours: {
      DelegateV1: new ours.DelegateV1(served),
      DelegateV2: new ours.DelegateV2(served),
      raw: ours,
    } as unknown as Record<ClassName | 'raw', Methods>,
  };
}

async function make(methods: Methods, { method, args }: DrawnCall): Promise<Made> {
  try {
    return { value: await methods[method]?.(...args) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Writes a value as text. `round` makes numbers of bigints, as the closed SDK does. */
const write = (value: unknown, round: boolean) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? (round ? Number(part) : `${part}n`) : part,
  );

const sorted = (value: unknown) =>
  write(Array.isArray(value) ? value.map((each) => write(each, true)).toSorted() : value, true);

/** Returns the rows of the table that explain the difference of two results, or null if none does. */
function explain(mode: Mode, { of, args }: DrawnCall, theirs: Made, mine: Made): string[] | null {
  if ('error' in mine) return explainError(args, theirs, mine);
  if ('error' in theirs) {
    return mode === 'service' && of !== 'raw' && theirs.error.message.includes('checksum') ? [CASE] : null;
  }
  const numbers = write(mine.value, false) === write(theirs.value, false) ? [] : [NUMBERS];
  if (write(mine.value, true) === write(theirs.value, true)) return numbers;
  const isOrder = mode === 'service' && of === 'DelegateV1' && sorted(mine.value) === sorted(theirs.value);
  return isOrder ? [...numbers, ORDER] : null;
}

function explainError(args: readonly unknown[], theirs: Made, { error }: { error: Error }): string[] | null {
  if ('error' in theirs) return error.name === theirs.error.name ? [] : [ERRORS];
  if (args.some((arg) => typeof arg === 'number' && arg > Number.MAX_SAFE_INTEGER)) return [DIGITS];
  return args.some((arg) => NO_NUMBERS.includes(arg)) ? [TEXT] : null;
}

const VAULT = '0x9999000000000000000000000000000000000009';
const [FIRST, SECOND, LAST] = ['0xa1', '0xb2', '0xc3'].map((end) => `${end.padEnd(42, '0')}` as Hex) as [
  Hex,
  Hex,
  Hex,
];
const UPPER_CASE = '0xAAAA00000000000000000000000000000000000A';
const TOKEN = '0x1111000000000000000000000000000000000001';

/** Calls that show each difference, whatever is drawn. The vault has revoked the first of its three delegates. */
const PROBES: readonly DrawnCall[] = [
  { of: 'DelegateV1', method: 'getDelegatesForAll', args: [VAULT] },
  { of: 'DelegateV2', method: 'checkDelegateForERC721', args: [FIRST, VAULT, TOKEN, 2 ** 60] },
  { of: 'DelegateV2', method: 'checkDelegateForERC1155', args: [FIRST, VAULT, TOKEN, ''] },
  { of: 'DelegateV2', method: 'checkDelegateForERC20', args: [FIRST, VAULT, TOKEN] },
  { of: 'DelegateV2', method: 'checkDelegateForAll', args: [UPPER_CASE, VAULT] },
  { of: 'DelegateV1', method: 'checkDelegateForToken', args: [FIRST, VAULT, TOKEN, -1] },
];

async function writeProbes() {
  const { v1 } = chain.registries;
  if (!v1) throw new Error('The chain has no v1 registry.');
  for (const [delegate, value] of [
    [FIRST, true],
    [SECOND, true],
    [LAST, true],
    [FIRST, false],
  ] as const) {
    const data = ours.rawDelegateForAll(delegate, value);
    await chain.send({ from: parseAddress(VAULT), to: v1, data });
  }
  await chain.mine();
}

/** Lets the wallets grant, revoke and grant again, and takes some of it back. */
async function playRound(random: ReturnType<typeof createRandom>) {
  for (let i = 0; i < GRANTS_A_ROUND; i++) {
    await chain.send(randomWrite(chain, random));
    if (i % 7 === 0) await chain.mine();
  }
  await chain.mine();
  await service.catchUp(chain);
  // First grants that the chain takes back are no first grants.
  await chain.reorg(2);
  await service.catchUp(chain);
}

interface Seen {
  readonly excused: Map<string, number>;
  readonly differences: object[];
  /** Lists of several rows, whose order can differ. */
  lists: number;
}

async function compare(mode: Mode, calls: readonly DrawnCall[], seen: Seen) {
  const both = createBoth(mode);
  for (const call of calls) {
    const theirs = await make(both.closed[call.of], call);
    const mine = await make(both.ours[call.of], call);
    const rows = explain(mode, call, theirs, mine);
    if (rows === null) seen.differences.push({ ...call, theirs, mine });
    for (const row of rows ?? []) seen.excused.set(row, (seen.excused.get(row) ?? 0) + 1);
    if ('value' in mine && Array.isArray(mine.value) && mine.value.length > 1) seen.lists++;
  }
}

test.each(['node', 'service'] as const)(
  `${CALLS} random reads, %s mode`,
  async (mode) => {
    const random = createRandom(seed + mode.length);
    const seen: Seen = { excused: new Map(), differences: [], lists: 0 };
    await service.catchUp(chain);
    await compare(mode, PROBES, seen);
    for (let round = 0; round < ROUNDS; round++) {
      await playRound(random);
      const drawn = Array.from({ length: CALLS / ROUNDS }, () => drawRead(random));
      await compare(mode, drawn, seen);
    }
    const { excused, differences, lists } = seen;
    process.stdout.write(
      `@mandate/sdk/delegate, ${mode}: ${CALLS} reads, ${lists} lists of several, ${differences.length} differences, ` +
        `excused: ${[...excused].map(([row, times]) => `${row} ${times}`).join(', ')}\n`,
    );
    expect(differences.slice(0, 3)).toEqual([]);
    expect([...excused.keys()].toSorted()).toEqual([...EXCUSES[mode]].toSorted());
    expect(lists).toBeGreaterThan(CALLS / 20);
  },
  TIMEOUT_MS,
);

test.each(['node', 'service'] as const)(
  `${WRITES} random writes send the same transactions, %s mode`,
  async (mode) => {
    const random = createRandom(seed + 10 + mode.length);
    for (let i = 0; i < WRITES; i++) {
      const sender = drawSender(random);
      const both = createBoth(mode, sender);
      const drawn = Array.from({ length: 2 }, () => drawWrite(random));
      const [call = drawn[0]] = drawn;
      const calls = drawn.filter(({ of }) => of === 'DelegateV2');
      const encoded = calls.map(({ method, args }) =>
        (ours as unknown as Methods)[`raw${method.charAt(0).toUpperCase()}${method.slice(1)}`]?.(...args),
      );
      const many: DrawnCall = { of: 'DelegateV2', method: 'multicall', args: [encoded] };
      const made = pick(random, [call, call, many]) as DrawnCall;
      const hashes = [await make(both.closed[made.of], made), await make(both.ours[made.of], made)];
      const sent = await Promise.all(
        hashes.map(async (result) => {
          if ('error' in result) throw result.error;
          const { from, to, input, value } = await chain.client.getTransaction({ hash: result.value as Hex });
          return { from, to, input, value };
        }),
      );
      expect(sent[1], made.method).toEqual(sent[0]);
    }
    await chain.mine();
  },
  TIMEOUT_MS,
);

test('each excuse is a row of the documented table', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../docs/moving-from-delegate-xyz.md'),
    'utf8',
  );
  for (const row of EXCUSES.service) expect(page).toContain(`\n| ${row} |`);
});
