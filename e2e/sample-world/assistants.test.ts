/** The official client of the Model Context Protocol asks the sample world, over HTTP and through `mandate mcp`. */
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { world } from './world.ts';

const COLLECTOR = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';
const PHONE = '0x419d7097fBD4eA9B9159A5Fe10e7C5A774c235B5';
const MIRA = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
const MIRAS_SAFE = '0x3A88DA9030Bd37d6b529FF65fc039531e01577a9';
const NIGHT_TRAMS = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';
const HARBOR = '0x1D5f1Def2eE2422cBCf3BEF832F95e53FFE2Bb66';
const VOTE = `0x766f7465${'00'.repeat(28)}`;
const COMMAND = join(import.meta.dirname, '../../packages/cli/dist/main.js');

const TRANSPORTS = {
  HTTP: () => new StreamableHTTPClientTransport(new URL('/mcp', world.api)),
  stdio: () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND, 'mcp'],
      env: { MANDATE_URL: world.api },
      stderr: 'inherit',
    }),
} as const;
/** The handshake of 2025, and the revision of 2026, which has none. */
const ERAS = [
  { era: '2025', mode: 'legacy' },
  { era: '2026', mode: { pin: '2026-07-28' } },
] as const;

interface Answer {
  readonly text: string;
  readonly fields: Record<string, unknown>;
  readonly isError: boolean;
}

const CASES = (['HTTP', 'stdio'] as const).flatMap((transport) =>
  ERAS.map((era) => ({ transport, ...era }) as const),
);

async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Answer> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { text, fields: structuredContent as Answer['fields'], isError };
}

const connect = (mode: (typeof ERAS)[number]['mode']) =>
  new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });

describe.each(CASES)('over $transport, in the revision of $era', ({ transport, mode }) => {
  const client = connect(mode);
  beforeAll(() => client.connect(TRANSPORTS[transport]()));
  afterAll(() => client.close());

  const ask = (name: string, given?: Record<string, unknown>) => callTool(client, name, given);

  test('it lists the tools, and says how to read their answers', async () => {
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(15);
    for (const { name, annotations, inputSchema } of tools) {
      expect(annotations, name).toMatchObject({ readOnlyHint: true });
      expect(inputSchema, name).toMatchObject({ type: 'object' });
    }
    expect(client.getInstructions()).toContain('Unknown is not no');
    expect(client.getServerVersion()).toMatchObject({ name: 'mandate' });
  });

  test('1. May the phone act for the collector with Night Tram #4181?', async () => {
    const asked = { to: PHONE, from: COLLECTOR, contract: NIGHT_TRAMS, tokenId: 4181 };
    const { text, fields, isError } = await ask('v2CheckErc721', asked);
    expect(isError).toBe(false);
    expect(text).toMatch(
      /^Yes: .*, in registry v2\. Reason: a delegation of a token in v2, in force since block/,
    );
    expect(fields).toMatchObject({
      value: true,
      because: [{ from: COLLECTOR, to: PHONE, tokenId: '4181' }],
      block: { chainId: 1 },
    });
  });

  test('what cannot be answered says what to do, and is not a no', async () => {
    const wrong = await ask('v2CheckAll', { to: 'phone.collector.eth', chain: 1 });
    expect(wrong).toMatchObject({ isError: true, fields: { code: 'invalid_parameters' } });
    expect(wrong.text).toContain(
      '"to" must be an address: 0x and 40 hex digits. For an ENS name, ask /names?name= for its address.',
    );
    expect(wrong.text).toContain('"from" is missing');
    expect(wrong.text).toContain('Did you mean "chainId"?');
    const later = await ask('v2CheckAll', { to: PHONE, from: COLLECTOR, atBlock: 99_999_999 });
    expect(later).toMatchObject({ isError: true, fields: { code: 'block_not_reached' } });
    expect(later.text).toMatch(/^Unknown, which is not "no": /);
    await expect(client.callTool({ name: 'grant', arguments: {} })).rejects.toThrow(
      'There is no tool "grant"',
    );
  });
});

/** The way through the command, which asks the service over HTTP. */
describe('what an assistant is asked', () => {
  const client = connect(ERAS[1].mode);
  beforeAll(() => client.connect(TRANSPORTS.stdio()));
  afterAll(() => client.close());
  const ask = (name: string, given?: Record<string, unknown>) => callTool(client, name, given);

  test('2. May the collector act for the phone?', async () => {
    const { text, fields } = await ask('v2CheckAll', { to: COLLECTOR, from: PHONE });
    expect(text).toMatch(/^No: /);
    expect(text).toContain('This says nothing about the opposite direction');
    expect(fields).toMatchObject({ value: false, because: [] });
  });

  test('3. Which vaults may Mira act for, wherever they are?', async () => {
    const { text, fields } = await ask('resolve', { to: MIRA });
    expect(text).toContain(MIRAS_SAFE);
    const wallets = fields['wallets'] as { address: string; grants: { chainId: number }[] }[];
    expect(wallets.map(({ address }) => address).toSorted()).toEqual([MIRA, MIRAS_SAFE].toSorted());
    const chains = wallets
      .find(({ address }) => address === MIRAS_SAFE)
      ?.grants.map(({ chainId }) => chainId);
    expect(chains).toEqual([1, 8453]);
  });

  test('4. How much HARBOR may the phone spend for the collector, to the last digit?', async () => {
    const { text, fields } = await ask('v2CheckErc20', { to: PHONE, from: COLLECTOR, contract: HARBOR });
    expect(fields['value']).toBe('2500000000000000000000');
    expect(text).toContain('for up to 2500000000000000000000 units');
  });

  test('5. Might the phone vote for the collector in block 3, and may it today?', async () => {
    const asked = { to: PHONE, from: COLLECTOR, rights: VOTE };
    const past = await ask('v2CheckAll', { ...asked, atBlock: 3 });
    expect(past.fields).toMatchObject({ value: true, block: { number: 3 } });
    expect(past.text).toContain('limited to the right "vote" (untrusted text from the chain)');
    expect((await ask('v2CheckAll', asked)).fields).toMatchObject({ value: false });
  });

  test('a claim is for the vault that holds the token', async () => {
    const { text, fields } = await ask('getEligibility', { wallet: PHONE, contract: NIGHT_TRAMS });
    expect(text).toMatch(new RegExp(`^Yes: .*${COLLECTOR}.*Record a claim for its holder`));
    expect(fields).toMatchObject({ eligible: true });
  });

  test('pages lead to all of a long list', async () => {
    const rows: unknown[] = [];
    let cursor: unknown;
    do {
      const { text, fields } = await ask('v2List', {
        wallet: COLLECTOR,
        limit: 7,
        ...(cursor ? { cursor } : {}),
      });
      rows.push(...(fields['delegations'] as unknown[]));
      cursor = fields['next'];
      expect(text.includes('There may be more')).toBe(cursor !== null);
    } while (cursor !== null);
    const whole = await fetch(`${world.api}/registry/v2/${COLLECTOR}`);
    expect(rows).toHaveLength(((await whole.json()) as unknown[]).length);
  });
});
