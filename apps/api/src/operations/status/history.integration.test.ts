/** `/status/history` tells what the indexer recorded in the last day, week or month. */
import { writeExampleHistory } from '@mandate/testing/ledger/example-history';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

interface History {
  readonly spanSeconds: number;
  readonly chains: {
    readonly chainId: number;
    readonly name: string;
    readonly lag: { readonly from: number; readonly lagSeconds: number | null; readonly state: string }[];
  }[];
  readonly incidents: {
    readonly chainId: number;
    readonly kind: string;
    readonly from: number;
    readonly to: number | null;
    readonly worstLagSeconds: number | null;
  }[];
}

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
});
afterAll(() => service?.close());
beforeEach(() => service.database.query('truncate status_span'));

async function ask(query = ''): Promise<History> {
  const { statusCode, body } = await service.api.app.inject(`/status/history${query}`);
  expect(statusCode, body).toBe(200);
  return JSON.parse(body);
}

test('lag, states and incidents of the last hours', async () => {
  await writeExampleHistory(service.database, 1, 2, (ago) => {
    if (ago === 10) return null;
    if (ago === 9 || ago === 8) return { lagSeconds: 600, state: 'lagging' };
    return { lagSeconds: 13, state: 'ready' };
  });
  const { spanSeconds, chains, incidents } = await ask('?hours=24');
  expect(spanSeconds).toBe(900);
  const [mainnet, ...others] = chains;
  expect(mainnet).toMatchObject({ chainId: 1, name: 'Ethereum' });
  for (const { lag } of others) expect(lag.every(({ state }) => state === null)).toBe(true);
  const ofTrouble = mainnet?.lag.filter(({ state }) => state !== 'ready' && state !== null);
  const from = incidents[0]?.from ?? 0;
  expect(incidents).toEqual([{ chainId: 1, kind: 'silent', from, to: from + 3 * 300, worstLagSeconds: 600 }]);
  // The three spans of 5 minutes are in one or two of 15.
  const first = Math.floor(from / 900) * 900;
  const parts = [
    { from: first, state: 'silent' },
    ...(from > first ? [{ from: first + 900, state: 'lagging' }] : []),
  ];
  expect(ofTrouble?.map((part) => ({ from: part.from, state: part.state }))).toEqual(parts);
  expect(ofTrouble?.at(-1)?.lagSeconds).toBe(600);
});

test('a month of every chain is one bounded answer', async () => {
  await writeExampleHistory(service.database, 1, 720, (ago) =>
    ago % 3 === 0 ? { lagSeconds: ago, state: 'lagging' } : { lagSeconds: 1, state: 'ready' },
  );
  const { spanSeconds, chains, incidents } = await ask('?hours=720');
  expect(spanSeconds).toBe(28_800);
  for (const { lag } of chains) expect(lag.length).toBeLessThanOrEqual(97);
  expect(incidents).toHaveLength(200);
  expect(incidents[0]?.to).toBeNull();
});

test.each(['0', '1', '25', '719', '721', '24.0', '024', 'day', '-1', '', '24&hours=24'])(
  'hours=%s is refused',
  async (hours) => {
    const { statusCode, body } = await service.api.app.inject(`/status/history?hours=${hours}`);
    expect(statusCode).toBe(400);
    expect(body).toContain('hours');
  },
);
