/** Checks with proofs, on a real chain: every proof verifies, at every block that can be asked for. */
import { writeOf } from '@mandate/contracts';
import { grantOf, parseAddress } from '@mandate/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  GIVEN,
  give,
  LIMITED,
  type ProofService,
  parametersOf,
  QUESTION,
  STRANGER,
  startProofService,
  V1_QUESTION,
} from './testing/proof-service.ts';

let service: ProofService;
beforeAll(async () => {
  service = await startProofService();
});
afterAll(() => service?.close());

describe.each(GIVEN.map((delegation) => [`${delegation.registry} ${delegation.kind}`, delegation] as const))(
  '%s',
  (_, delegation) => {
    const question = grantOf(delegation);

    test.each([
      ['latest', {}],
      ['safe', { blockTag: 'safe' }],
      ['finalized', { blockTag: 'finalized' }],
      ['not before a block', { minBlock: '4' }],
    ])('what stands, %s', async (_, query) => {
      const { status, headers, json } = await service.check(question, query);
      expect(status, JSON.stringify(json)).toBe(200);
      expect(await service.verify(question, json)).toBe('amount' in delegation ? 5n : true);
      expect(headers['x-block-hash']).toBe(json.block.hash);
      expect(headers['cache-control']).toBe('no-store');
    });

    test('what does not stand', async () => {
      const stranger = { ...question, to: STRANGER };
      const { json } = await service.check(stranger);
      expect(await service.verify(stranger, json)).toBe('amount' in delegation ? 0n : false);
    });

    test('before and after the grant', async () => {
      const answers = [];
      for (const block of [service.before, service.granted]) {
        const { json, headers } = await service.check(question, { atBlock: String(block) });
        expect(json.block.number).toBe(block);
        expect(headers['cache-control']).toContain('immutable');
        answers.push(Boolean(await service.verify(question, json)));
      }
      expect(answers).toEqual([false, true]);
    });
  },
);

test('a right, an amount as text, and a vault that cannot be', async () => {
  const question = grantOf(LIMITED);
  const limited = await service.check(question, { numbers: 'string' });
  expect(limited.json.value).toBe('5');
  expect(limited.json.proof.slots).toHaveLength(6);
  expect(await service.verify(question, limited.json)).toBe(5n);
  for (const from of [0, 1].map((n) => parseAddress(`0x${'0'.repeat(39)}${n}`))) {
    const nobody = { ...QUESTION, from };
    const { json } = await service.check(nobody);
    expect(json.proof.slots).toEqual([]);
    expect(await service.verify(nobody, json)).toBe(false);
  }
  // v1 has no such rule.
  const vault = { ...V1_QUESTION, from: parseAddress(`0x${'0'.repeat(40)}`) };
  expect(await service.verify(vault, (await service.check(vault)).json)).toBe(false);
});

test('at a time, the proof is of the block that is named', async () => {
  const { timestamp } = await service.chain.client.getBlock({ blockNumber: BigInt(service.granted) });
  const { json } = await service.check(QUESTION, { atTime: String(timestamp) });
  expect(json.block.number).toBeGreaterThanOrEqual(service.granted);
  expect(await service.verify(QUESTION, json)).toBe(true);
});

test('one node round trip for v2, and two for v1', async () => {
  await service.check(QUESTION);
  expect(await service.countRequests(() => service.check(QUESTION))).toBe(1);
  expect(await service.countRequests(() => service.check(V1_QUESTION))).toBe(2);
  // The ledger has the hashes of blocks with events.
  const atBlock = String(service.granted);
  const fresh = { ...QUESTION, to: parseAddress(`0x${'a1'.repeat(20)}`) };
  expect(await service.countRequests(() => service.check(fresh, { atBlock }))).toBe(1);
});

describe('a second question about a final block asks no node', () => {
  test.each([
    ['v2', QUESTION],
    ['v1', V1_QUESTION],
  ])('%s', async (_, question) => {
    const quiet = { atBlock: String(service.granted + 1) };
    const first = await service.check(question, quiet);
    let second = first;
    const requests = await service.countRequests(async () => {
      second = await service.check(question, quiet);
    });
    expect(requests).toBe(0);
    expect(second.body).toBe(first.body);
    expect(await service.verify(question, second.json)).toBe(true);
  });

  test('by its tag', async () => {
    const finalized = { blockTag: 'finalized' };
    await service.check(QUESTION, finalized);
    expect(await service.countRequests(() => service.check(QUESTION, finalized))).toBe(0);
  });

  test('the newest block is asked about again', async () => {
    await service.check(QUESTION);
    expect(await service.countRequests(() => service.check(QUESTION))).toBe(1);
  });

  test('metrics tell', async () => {
    const metrics = await service.api.admin.metrics();
    expect(metrics).toMatch(/^mandate_api_proofs_total\{result="cached"\} [1-9]/m);
    expect(metrics).toMatch(/^mandate_api_proofs_total\{result="collected"\} [1-9]/m);
    expect(metrics).toMatch(/^mandate_api_proof_cache_bytes [1-9]\d{3}/m);
  });
});

describe('refused', () => {
  test.each([
    [{ consistency: 'strict' }, 'consistency', 'Send blockTag=safe instead.'],
    [{ explain: 'true' }, 'explain', 'Send two requests.'],
    [{ proof: 'yes' }, 'proof', 'must be "true" or "false".'],
  ])('%o', async (query, parameter, says) => {
    const { status, json } = await service.check(QUESTION, query);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ parameter, message: expect.stringContaining(says) }]);
  });

  test('without a proof, both are answered', async () => {
    for (const query of [{ consistency: 'strict' }, { explain: 'true' }])
      expect((await service.check(QUESTION, { ...query, proof: 'false' })).status).toBe(200);
  });

  test('a chain without proofs', async () => {
    const { status, json } = await service.check(QUESTION, { chainId: '43114' });
    expect([status, json.code]).toEqual([400, 'proofs_not_supported']);
    const { json: networks } = await service.ask('/networks', {});
    expect(networks.networks.map(({ proofs }: { proofs: boolean }) => proofs)).toEqual([true, false]);
  });
});

describe('a batch', () => {
  const written = (question: typeof QUESTION, more: object = {}) => ({
    ...parametersOf(question),
    registry: question.registry,
    kind: question.kind,
    ...more,
  });
  const post = async (checks: readonly object[], more: object = {}) => {
    const payload = { checks, proof: true, ...more };
    const { statusCode, body } = await service.api.app.inject({ method: 'POST', url: '/batch', payload });
    return { status: statusCode, json: JSON.parse(body) };
  };

  test.each([{}, { blockTag: 'finalized' }, { numbers: 'string' }])('of all kinds, %o', async (more) => {
    const questions = [...GIVEN.map(grantOf), { ...QUESTION, to: STRANGER }];
    const { json } = await post(
      questions.map((question) => written(question)),
      more,
    );
    const answers = [];
    for (const [i, question] of questions.entries())
      answers.push(await service.verify(question, json.answers[i]));
    expect(answers).toEqual([...GIVEN.map((each) => ('amount' in each ? 5n : true)), false]);
    const [{ block }] = json.chains;
    for (const answer of json.answers) expect(answer.block).toMatchObject(block);
  });

  test('has at most 20 checks', async () => {
    const { status, json } = await post(Array.from({ length: 21 }, () => written(QUESTION)));
    expect(status).toBe(400);
    expect(json.detail).toBe('"checks" has 21 checks: with proof, send 1 to 20 of them.');
    expect(
      (
        await post(
          Array.from({ length: 21 }, () => written(QUESTION)),
          { proof: false },
        )
      ).status,
    ).toBe(200);
    const full = await post(Array.from({ length: 20 }, () => written(QUESTION)));
    expect(full.json.answers.filter(({ proof }: { proof?: object }) => proof)).toHaveLength(20);
  });

  test('a chain without proofs leaves the others as they are', async () => {
    const other = written(QUESTION, { chainId: 43114 });
    const { json } = await post([written(QUESTION), other]);
    expect(await service.verify(QUESTION, json.answers[0])).toBe(true);
    expect(json.answers[1]).toMatchObject({ value: null, code: 'proofs_not_supported' });
    expect((await post([other])).json.code).toBe('proofs_not_supported');
  });

  test('cannot be strict', async () => {
    const { status, json } = await post([written(QUESTION)], { consistency: 'strict' });
    expect([status, json.errors[0].parameter]).toEqual([400, 'consistency']);
  });
});

test('a grant that was revoked is proven to have ended', async () => {
  const { chain } = service;
  const revoked = [give({ registry: 'v2', kind: 'erc1155' }), give({ registry: 'v1', kind: 'contract' })];
  for (const delegation of revoked) await chain.send(writeOf(chain, delegation, true));
  await chain.mine();
  await service.service.catchUp(chain);
  for (const delegation of revoked) {
    const question = grantOf(delegation);
    const { json } = await service.check(question);
    expect(Boolean(await service.verify(question, json))).toBe(false);
  }
});
