/** Tests that answers with proofs are read exactly. Verifying them is another module's job. */

import { BLOCK, CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BatchCheck,
  batch,
  type Client,
  checkAll,
  checkErc20,
  createClient,
  InvalidParametersError,
  ServiceUnavailableError,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

const WORD = `0x${'0a'.repeat(32)}`;
const PROOF = { registry: CONTRACT, slots: [{ slot: WORD, value: WORD }], nodes: ['0xc0', '0xc1c0'] };
const AT = { ...BLOCK, header: '0xf901' };
const proven = (more: object = {}) => ({ value: true, block: AT, proof: PROOF, ...more });
const all: BatchCheck = { registry: 'v2', kind: 'all', to: TO, from: FROM };

describe('a check', () => {
  const ask = (body: unknown) => {
    server.behave(answer(JSON.stringify(body)));
    return checkAll(client, { to: TO, from: FROM, proof: true });
  };

  test('as it should be', async () => {
    expect(await ask(proven())).toEqual({ value: true, block: { chainId: 1, ...AT }, proof: PROOF });
    expect(server.requests[0]?.url).toContain('proof=true');
    server.behave(answer(JSON.stringify(proven({ value: '7' }))));
    const amount = await checkErc20(client, { to: TO, from: FROM, contract: CONTRACT, proof: true });
    expect(amount.value).toBe(7n);
  });

  test.each([
    true,
    proven({ value: 'true' }),
    proven({ proof: undefined }),
    proven({ block: BLOCK }),
    proven({ block: { ...AT, number: 1 } }),
    proven({ block: { ...AT, hash: WORD } }),
    proven({ block: { ...AT, timestamp: 1 } }),
    proven({ block: { ...AT, header: '0xf90' } }),
    proven({ proof: { ...PROOF, registry: '0x' } }),
    proven({ proof: { ...PROOF, slots: [{ slot: WORD, value: '0x0' }] } }),
    proven({ proof: { ...PROOF, nodes: ['c0'] } }),
    proven({ proof: { ...PROOF, nodes: '0xc0' } }),
  ])('%j', async (body) => refused(ask(body)));

  test.each(['proof_unavailable', 'proof_disputed'])('%s is an error', async (code) => {
    server.behave(problem(503, code));
    await expect(checkAll(client, { to: TO, from: FROM, proof: true })).rejects.toThrow(
      ServiceUnavailableError,
    );
  });
});

describe('a batch', () => {
  const chain = { chainId: 1, known: true, block: BLOCK };
  const ask = (answers: unknown, checks = [all]) => {
    server.behave(answer(JSON.stringify({ answers, chains: [chain] })));
    return batch(client, checks, { proof: true });
  };

  test('as it should be', async () => {
    const unknown = { value: null, code: 'proof_unavailable', detail: 'No.' };
    const { answers } = await ask([proven(), unknown], [all, all]);
    expect(answers).toEqual([{ value: true, block: { chainId: 1, ...AT }, proof: PROOF }, unknown]);
  });

  test.each([
    ['without a proof', { value: true }],
    ['of another block', proven({ block: { ...AT, hash: WORD } })],
    ['of another kind', proven({ value: '7' })],
  ])('%s', async (_, one) => refused(ask([one])));

  test('has at most 20 checks', async () => {
    const many = Array.from({ length: 21 }, () => all);
    await expect(ask([], many)).rejects.toThrow(InvalidParametersError);
    await expect(batch(client, [all], { proof: 'yes' } as never)).rejects.toThrow(InvalidParametersError);
    expect(server.requests).toHaveLength(0);
  });
});
