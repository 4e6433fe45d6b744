/** No proof, a wrong one, one of a block that is gone, and one that contradicts the ledger: never an answer. */
import { encodeGrant } from '@mandate/contracts';
import { grantOf } from '@mandate/core';
import { createAuditRecords } from '@mandate/store';
import type { Answer } from '@mandate/testing/chain/fake-node';
import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import { change, closeConnections } from '@mandate/testing/chain/misbehaviours';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  GIVEN,
  give,
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
afterEach(() => service.node.misbehave(null));

const OTHER_SLOT = `0x${'5e'.repeat(32)}`;
interface RpcProof {
  readonly storageProof: readonly { readonly key: string }[];
}
interface RpcHeader {
  readonly parentHash: string;
}

/** Answers calls of this method with an error. */
const fail = (method: string, code: number, message: string): Behaviour => ({
  answer: (call, honest) => (call.method === method ? { error: { code, message } } : honest),
});
/** Sends proofs of another slot under the names of those that are asked for. */
const proveOtherSlots = change('eth_getProof', async (proof: RpcProof, { params }, { ask }) => {
  const [address, slots, block] = params as [string, string[], unknown];
  const other = (await ask(
    'eth_getProof',
    address,
    slots.map(() => OTHER_SLOT),
    block,
  )) as RpcProof;
  const storageProof = other.storageProof.map((each, i) => ({ ...each, key: proof.storageProof[i]?.key }));
  return { ...other, storageProof };
});
/** Claims that every word is 0, with the honest nodes. */
const claimNothing = change('eth_getProof', ({ storageProof, ...proof }: RpcProof) => ({
  ...proof,
  storageProof: storageProof.map((each) => ({ ...each, value: '0x0' })),
}));
const sendOtherHeader = change('eth_getBlockByHash', ({ parentHash }: RpcHeader, _, { ask }) =>
  ask('eth_getBlockByHash', parentHash, false),
);
const leaveOutNodes = change('eth_getProof', (proof: object) => ({ ...proof, accountProof: [] }));

describe('a node', () => {
  test.each([
    [
      'without old state',
      fail('eth_getProof', -32_000, 'missing trie node'),
      /has the state of block \d+ of Ethereum\. Ask about a newer block/,
      '3600',
    ],
    [
      'without proofs',
      fail('eth_getProof', -32_601, 'the method eth_getProof does not exist'),
      /give no proofs/,
      '3600',
    ],
    ['that proves another slot', proveOtherSlots, /gave no valid proof/, '5'],
    ['that sends another header', sendOtherHeader, /gave no valid proof/, '5'],
    ['that leaves out trie nodes', leaveOutNodes, /gave no valid proof/, '5'],
    ['that is away', closeConnections(), /do not answer/, '5'],
  ])('%s', async (_, behaviour, says, retryAfter) => {
    service.node.misbehave(behaviour);
    const atBlock = String(service.granted);
    for (const question of [QUESTION, V1_QUESTION]) {
      const { status, headers, json } = await service.check(question, { atBlock });
      expect([status, json.code]).toEqual([503, 'proof_unavailable']);
      expect(json.detail).toMatch(says);
      expect(headers['retry-after']).toBe(retryAfter);
      // Without a proof, the answer is known.
      expect((await service.check(question, { atBlock, proof: 'false' })).json).toBe(true);
    }
  });

  test('that claims other values than its proof has is not believed', async () => {
    service.node.misbehave(claimNothing);
    const { json } = await service.check(QUESTION);
    expect(await service.verify(QUESTION, json)).toBe(true);
  });

  test('that lacks the newest block is asked again later, not about another block', async () => {
    service.node.misbehave(fail('eth_getProof', -32_000, 'header not found'));
    const { status, headers, json } = await service.check(QUESTION);
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'proof_unavailable', '5']);
    expect(json.detail).toMatch(/do not have block \d+ now\. Try again shortly\.$/);
  });

  test('that fails leaves the answers of a batch unknown, each with its reason', async () => {
    service.node.misbehave(proveOtherSlots);
    const checks = [QUESTION, V1_QUESTION].map((question) => ({
      ...parametersOf(question),
      registry: question.registry,
      kind: question.kind,
    }));
    const payload = { checks, proof: true };
    const { body } = await service.api.app.inject({ method: 'POST', url: '/batch', payload });
    const { answers, chains } = JSON.parse(body);
    const unknown = { value: null, code: 'proof_unavailable', detail: expect.stringMatching(/valid proof/) };
    expect(answers).toEqual([unknown, unknown]);
    expect(chains).toMatchObject([{ known: true }]);
  });
});

describe('a block that is replaced between answer and proof is asked about again', () => {
  let reorgs = 0;

  /** Replaces the newest blocks during the first proof, and answers this about the block that is gone. */
  async function askDuringReorg(answerAboutReplaced: (honest: Answer) => Promise<Answer>) {
    const { chain, node } = service;
    const { hash: replaced } = await chain.client.getBlock();
    // Without a new transaction the new blocks would be the same as the old ones.
    const delegation = give({ registry: 'v2', kind: 'erc20', from: STRANGER, amount: BigInt(++reorgs) });
    const transaction = { from: STRANGER, to: chain.registries.v2, data: encodeGrant(delegation) };
    let proofs = 0;
    node.misbehave({
      async answer({ method, params }, honest) {
        if (method !== 'eth_getProof') return honest;
        if (proofs++ === 0) await chain.reorg(2, [{ transaction, block: 0 }]);
        const { blockHash } = params[2] as { readonly blockHash: string };
        return blockHash === replaced ? answerAboutReplaced(honest) : honest;
      },
    });
    const { status, json } = await service.check(QUESTION);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(proofs).toBeGreaterThanOrEqual(2);
    expect(json.block.hash).not.toBe(replaced);
    expect(await service.verify(QUESTION, json)).toBe(true);
  }

  test('if the node has lost it', () =>
    askDuringReorg(async () => ({ error: { code: -32_000, message: 'header not found' } })));

  test('if the node still proves it, but the ledger has gone back', () =>
    askDuringReorg(async (honest) => {
      await service.service.catchUp(service.chain);
      return honest;
    }));
});

describe('a ledger that was changed by hand', () => {
  const hidden = give({ registry: 'v2', kind: 'contract' });
  const raised = give({ registry: 'v2', kind: 'erc20' });
  const hiddenV1 = give({ registry: 'v1', kind: 'all' });
  const isOf = `from_address = decode($1, 'hex')`;
  const digits = (address: string) => [address.slice(2)];

  async function expectDispute(question: typeof QUESTION, query: Record<string, string> = {}) {
    const { status, headers, json, body } = await service.check(question, query);
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'proof_disputed', '300']);
    expect(json.detail).toMatch(/contradict each other, so neither is sent/);
    expect(json.value).toBeUndefined();
    expect(body).not.toContain('0x');
  }

  test('is never believed, nor is the proof, and the auditor is told', async () => {
    const { database } = service.service;
    await database.query(`delete from delegation where ${isOf}`, digits(hidden.from));
    await database.query(`delete from delegation where ${isOf}`, digits(hiddenV1.from));
    await database.query(`update delegation set amount = 6 where ${isOf}`, digits(raised.from));
    for (const delegation of [hidden, hiddenV1, raised]) {
      await expectDispute(grantOf(delegation));
      await expectDispute(grantOf(delegation), { atBlock: String(service.granted) });
      await expectDispute(grantOf(delegation), { blockTag: 'finalized' });
    }
    const records = createAuditRecords(database);
    const disputes = await records.events.listDisputes(1, 100);
    // The same dispute is reported once.
    expect(disputes.map(({ registry, vault }) => [registry, vault])).toEqual(
      [hidden, hiddenV1, raised].map(({ registry, from }) => [registry, from]),
    );
    const [first] = disputes;
    expect(first?.evidence).toMatchObject({ answers: { ledger: 'false', proof: 'true' } });
    expect(disputes.at(-1)?.evidence).toMatchObject({ answers: { ledger: '6', proof: '5' } });
    expect(await service.api.admin.metrics()).toMatch(/^mandate_api_proofs_total\{result="disputed"\} 9$/m);
  });

  test('leaves other vaults and other answers of a batch as they are', async () => {
    const questions = [grantOf(hidden), QUESTION, { ...QUESTION, to: STRANGER }];
    const checks = questions.map((question) => ({
      ...parametersOf(question),
      registry: question.registry,
      kind: question.kind,
    }));
    const payload = { checks, proof: true };
    const { body } = await service.api.app.inject({ method: 'POST', url: '/batch', payload });
    const { answers } = JSON.parse(body);
    expect(answers[0]).toMatchObject({ value: null, code: 'proof_disputed' });
    expect(await service.verify(questions[1] ?? QUESTION, answers[1])).toBe(true);
    expect(await service.verify(questions[2] ?? QUESTION, answers[2])).toBe(false);
  });

  test('has a dispute about a proof from the cache, too', async () => {
    const [delegation] = GIVEN.filter(({ registry, kind }) => registry === 'v1' && kind === 'contract');
    if (!delegation) throw new TypeError('v1 has lost a kind.');
    const query = { atBlock: String(service.granted) };
    const question = grantOf(delegation);
    expect((await service.check(question, query)).json.value).toBe(true);
    await service.service.database.query(`delete from delegation where ${isOf}`, digits(delegation.from));
    expect(await service.countRequests(() => expectDispute(question, query))).toBe(0);
  });
});
