import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
  type Rights,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import { at, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKS, type CheckOperation } from '../operations/check/operation.ts';

const GRAPHS = size(250, 10_000);
const GRAPHS_A_BLOCK = 250;
const WALLETS = 4;
const AT_ONCE = 16;
const KINDS = CHECKS.map(({ registry, kind }) => ({ registry, kind }));
const RIGHTS: readonly [Rights, ...Rights[]] = [FULL_RIGHTS, rightsFromText('vote'), rightsFromText('claim')];

/** Each graph has a seed of its own, and wallets that no other has. */
interface Graph {
  readonly random: Random;
  readonly pairs: readonly Pair[];
}

/** All that one wallet let another do; nothing was given the other way. */
interface Pair {
  readonly from: Address;
  readonly to: Address;
  readonly delegations: readonly [Delegation, ...Delegation[]];
}

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
});
afterAll(() => service?.close());

test('no check is true because of the reverse delegation', { timeout: TIMEOUT_MS }, async () => {
  const seed = readSeed('direction');
  const asked = { reverse: 0, forward: 0, granted: 0 };
  for (let first = 0; first < GRAPHS; first += GRAPHS_A_BLOCK) {
    const graphs = Array.from({ length: GRAPHS_A_BLOCK }, (_, index) => createGraph(seed, first + index));
    await write(graphs.flatMap(({ pairs }) => pairs));
    const queue = graphs.values();
    const askGraphs = async () => {
      for (const graph of queue) await askGraph(graph, asked);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askGraphs));
  }
  process.stdout.write(`${JSON.stringify({ graphs: GRAPHS, ...asked })}\n`);
  // Every pair has a question that is answered with yes: the noes say something.
  expect(asked.granted).toBeGreaterThanOrEqual(GRAPHS);
});

function createGraph(seed: number, number: number): Graph {
  const random = createRandom(seed + number);
  const wallets = Array.from({ length: integer(random, 2, WALLETS) }, () => createAddress(random, number));
  const pairs = wallets.flatMap((one, index) =>
    wallets.slice(index + 1).map((other) => [one, other] as const),
  );
  return {
    random,
    pairs: pairs.flatMap(([one, other], index) => relate(random, one, other, index === 0)),
  };
}

/** Nothing, or something in one direction. */
function relate(random: Random, one: Address, other: Address, certainly: boolean): Pair[] {
  if (!certainly && random() < 0.3) return [];
  const [from, to] = random() < 0.5 ? [one, other] : [other, one];
  const first = createGrant(random, from, to);
  const more = Array.from({ length: integer(random, 0, 3) }, () => createGrant(random, from, to));
  const known = new Set([identify(first)]);
  const distinct = more.filter((grant) => !known.has(identify(grant)) && known.add(identify(grant)));
  return [{ from, to, delegations: [first, ...distinct] }];
}

function createGrant(random: Random, from: Address, to: Address): Delegation {
  return createDelegation({
    ...pick(random, KINDS as [(typeof KINDS)[number]]),
    from,
    to,
    contract: createAddress(random, 0),
    tokenId: pick(random, [0n, 7n, UNLIMITED]),
    rights: pick(random, RIGHTS),
    amount: pick(random, [1n, 10n ** 18n, UNLIMITED]),
  });
}

function createAddress(random: Random, first: number): Address {
  const words = [first, ...Array.from({ length: 4 }, () => integer(random, 0, 2 ** 32 - 1))];
  return parseAddress(`0x${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`);
}

async function write(pairs: readonly Pair[]): Promise<void> {
  const { ledger, chainId } = service;
  const last = ((await ledger.writer.findCheckpoint(chainId))?.block.number ?? 0) + 1;
  const delegations = pairs.flatMap((pair) => pair.delegations);
  await ledger.write(chainId, last, ...delegations.map((delegation, log) => row(delegation, at(last, log))));
}

async function askGraph(
  { random, pairs }: Graph,
  asked: { reverse: number; forward: number; granted: number },
): Promise<void> {
  for (const { from, to, delegations } of pairs) {
    for (const operation of CHECKS) {
      // About what was given, so that a question is wrong in its direction only.
      const given = pick(random, delegations);
      const reverse = { ...questionOf(operation, given), from: to, to: from };
      const url = urlOf(random, operation, reverse);
      expect(await ask(url), url).toBe(operation.answers === 'boolean' ? 'false' : '0');
      asked.reverse++;
    }
    for (const given of delegations) {
      const operation = CHECKS.find(
        ({ registry, kind }) => registry === given.registry && kind === given.kind,
      );
      if (!operation) throw new Error(`No operation asks for ${given.kind} of ${given.registry}.`);
      const question = questionOf(operation, given);
      const answer = check(question, (grant) => delegations.find((d) => identify(d) === identify(grant)));
      const url = urlOf(random, operation, question);
      expect(await ask(url), url).toBe(String(answer));
      asked.forward++;
      if (answer) asked.granted++;
    }
  }
}

/** The scopes of a delegation that an operation can ask about, whatever its own kind. */
function questionOf({ registry, kind }: CheckOperation, delegation: Delegation) {
  return grantOf(
    createDelegation({
      ...{ contract: delegation.from, tokenId: 7n, rights: FULL_RIGHTS, amount: 1n },
      ...delegation,
      ...{ registry, kind },
    }),
  );
}

/** In either vocabulary, and any way to write an address or a number. */
function urlOf(random: Random, { path }: CheckOperation, question: ReturnType<typeof questionOf>): string {
  const query = new URLSearchParams({
    [pick(random, ['from', 'vault'])]: pick(random, [
      question.from,
      `0x${question.from.slice(2).toUpperCase()}`,
    ]),
    [pick(random, ['to', 'delegate'])]: pick(random, [
      question.to,
      `0x${question.to.slice(2).toUpperCase()}`,
    ]),
    ...('contract' in question ? { contract: question.contract } : {}),
    ...('tokenId' in question
      ? { tokenId: pick(random, [String(question.tokenId), `0x${question.tokenId.toString(16)}`]) }
      : {}),
    ...('rights' in question ? { rights: question.rights } : {}),
  });
  return `${path}?${query}`;
}

async function ask(url: string): Promise<string> {
  const { statusCode, body } = await service.api.app.inject(url);
  expect(statusCode, `${url}: ${body}`).toBe(200);
  return body;
}
