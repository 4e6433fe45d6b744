/** A service whose API asks a node that can misbehave, while its indexer asks an honest one. */
import assert from 'node:assert/strict';
import { readChains } from '@mandate/config';
import { askContracts, registryOf, startLocalChain, writeChains, writeOf } from '@mandate/contracts';
import {
  type Answer,
  createDelegation,
  type Delegation,
  type DelegationFields,
  FULL_RIGHTS,
  grantOf,
  listKinds,
  parseAddress,
  type Question,
  rightsFromText,
} from '@mandate/core';
import { type ProvenCheck, verifyAnswer } from '@mandate/proof';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { startService } from '@mandate/testing/service/service';
import { pino } from 'pino';
import { createApi } from '../../../app.ts';

const VAULT = parseAddress('0xc01d000000000000000000000000000000000001');
const HOT = parseAddress('0x4070000000000000000000000000000000000001');
export const STRANGER = parseAddress('0x57ea000000000000000000000000000000000001');
const CONTRACT = parseAddress('0xc0c0000000000000000000000000000000000001');
const POLL_MS = 50;

type Fields = Partial<DelegationFields> & Pick<DelegationFields, 'registry' | 'kind'>;

/** Each kind has its own vault, so that no broader grant satisfies its check. */
export function give({ registry, kind, ...fields }: Fields): Delegation {
  const from = parseAddress(`${VAULT.slice(0, -2)}${registry.slice(1)}${listKinds(registry).indexOf(kind)}`);
  const scope = { contract: CONTRACT, tokenId: 7n, rights: FULL_RIGHTS, amount: 5n };
  return createDelegation({ registry, kind, from, to: HOT, ...scope, ...fields });
}

export const GIVEN: readonly Delegation[] = [
  ...listKinds('v2').map((kind) => give({ registry: 'v2', kind })),
  ...listKinds('v1').map((kind) => give({ registry: 'v1', kind })),
];
const [FIRST] = GIVEN;
if (!FIRST) throw new TypeError('No kind is known.');
export const QUESTION: Question = grantOf(FIRST);
export const V1_QUESTION: Question = grantOf(give({ registry: 'v1', kind: 'token' }));
/** Limited to a right, with an amount. */
export const LIMITED = give({ registry: 'v2', kind: 'erc20', from: VAULT, rights: rightsFromText('claim') });

export type ProofService = Awaited<ReturnType<typeof startProofService>>;

export async function startProofService({ isLimited = false }: { isLimited?: boolean } = {}) {
  const chain = await startLocalChain({ chainId: 1 });
  await chain.mine(2);
  const before = Number(await chain.client.getBlockNumber());
  for (const delegation of [...GIVEN, LIMITED]) await chain.send(writeOf(chain, delegation));
  await chain.mine();
  const granted = before + 1;
  // A time before that of the newest block can be asked about.
  await chain.client.increaseTime({ seconds: 2 });
  await chain.mine(12);
  const service = await startService({ chains: [chain] });
  const node = await createMisbehavingNode(chain.url);
  const entries = JSON.parse(writeChains([{ ...chain, url: node.url }], POLL_MS));
  // The ledger has no such chain; its proofs are refused before it is looked for.
  const chains = readChains({
    CHAINS: JSON.stringify({ ...entries, 43114: { nodes: ['http://127.0.0.1:9'] } }),
  });
  const limit = isLimited ? { redisUrl: null, trustedHops: 1 } : null;
  const log = pino({ level: 'silent' });
  const api = await createApi({ databaseUrl: service.databaseUrl, chains, log, limit });
  await service.catchUp(chain);

  const ask = async (path: string, query: Readonly<Record<string, string>>) => {
    const asked = new URLSearchParams({ chainId: String(chain.chainId), ...query });
    const { statusCode, headers, body } = await api.app.inject({ url: `${path}?${asked}` });
    return { status: statusCode, headers, body, json: JSON.parse(body) };
  };

  return {
    chain,
    node,
    api,
    service,
    /** The block before all grants, and the one with them. Both are final. */
    before,
    granted,
    ask,
    check: (question: Question, query: Readonly<Record<string, string>> = {}) =>
      ask(`/registry/${question.registry}/check/${question.kind}`, {
        ...parametersOf(question),
        proof: 'true',
        ...query,
      }),
    /** Counts the requests that the API sends to its node meanwhile. */
    async countRequests(work: () => Promise<unknown>): Promise<number> {
      const first = node.requests;
      await work();
      return node.requests - first;
    },
    /** Verifies a proven answer as a client does, and compares it with the contract at its block. */
    async verify(question: Question, proven: ProvenCheck): Promise<Answer> {
      const { value, block, proof } = proven;
      const registry = registryOf(chain, question);
      const { slots, nodes } = proof;
      const { answer, header } = verifyAnswer({ question, registry, header: block.header, slots, nodes });
      const { hash, number, timestamp } = header;
      assert.deepEqual([hash, number, timestamp], [block.hash, block.number, block.timestamp]);
      const honest = await chain.client.getBlock({ blockNumber: BigInt(number) });
      assert.equal(honest.hash, hash);
      assert.deepEqual([answer], await askContracts(chain, [question], hash));
      assert.equal(String(value), String(answer));
      return answer;
    },
    async close() {
      await api.close();
      await service.close();
      await node.stop();
      await chain.stop();
    },
  };
}

export function parametersOf(question: Question): Record<string, string> {
  const { registry: _, kind: __, ...fields } = question;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
