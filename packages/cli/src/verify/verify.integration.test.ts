/** Verifies answers on the command line, and compares services, one of which lies. Real chains, real proofs. */

import { type LocalChain, startLocalChain, writeOf } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  type Lie,
  type LyingService,
  startLyingService,
  withParameters,
} from '@mandate/testing/service/lying-service';
import { type Service, startService } from '@mandate/testing/service/service';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Terminal } from '../output/terminal.ts';
import { typeCommand } from '../testing/type-command.ts';

const FINALITY_BLOCKS = 4;
const [from, to, contract] = [FROM, TO, CONTRACT].map(parseAddress);
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({
    registry: 'v2',
    kind: 'all',
    from,
    to,
    rights: FULL_RIGHTS,
    ...fields,
  } as DelegationFields);
const GRANTS = [
  grant({ kind: 'erc721', contract, tokenId: 7n }),
  grant({ kind: 'erc20', contract, amount: 2_500n }),
  grant({ registry: 'v1', kind: 'contract', contract }),
];

let chain: LocalChain;
let base: LocalChain;
let fork: LocalChain;
let service: Service;
let liar: LyingService;

beforeAll(async () => {
  const options = { finalityBlocks: FINALITY_BLOCKS };
  [chain, base, fork] = await Promise.all([
    startLocalChain({ chainId: 1, ...options }),
    startLocalChain({ chainId: 8453 }),
    startLocalChain({ chainId: 1 }),
  ]);
  for (const delegation of GRANTS) await chain.send(writeOf(chain, delegation));
  await chain.mine(2 * FINALITY_BLOCKS);
  await fork.mine(2 * FINALITY_BLOCKS + 1);
  service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  liar = await startLyingService(service.url);
});
afterEach(() => {
  liar.lie = null;
});
afterAll(async () => {
  await liar?.close();
  await service?.close();
  await Promise.all([chain, base, fork].map((each) => each?.stop()));
});

const PARTIES = `--to ${TO} --from ${FROM}`;
const TOKEN = `check erc721 ${PARTIES} --contract ${CONTRACT} --token 7`;
const type = (line: string, url = liar.url, terminal?: Partial<Terminal>) => typeCommand(url, line, terminal);
const PARTS = ['form', 'anchor', 'age', 'header', 'account', 'slots', 'storage', 'answer'];

describe('check --verify', () => {
  test.each([
    [TOKEN, '✓ yes, verified', 0],
    [`check all ${PARTIES}`, '✗ no, verified', 1],
    [`check erc20 ${PARTIES} --contract ${CONTRACT}`, '✓ 2500, verified', 0],
    [`check contract --registry v1 ${PARTIES} --contract ${CONTRACT}`, '✓ yes, verified', 0],
    [`${TOKEN} --block-tag finalized`, '✓ yes, verified', 0],
    [`${TOKEN} --at-block 1`, '✗ no, verified', 1],
  ])('%s', async (line, verdict, code) => {
    const said = await type(`${line} --verify --rpc ${chain.url}`);
    expect([said.code, said.err]).toEqual([code, '']);
    expect(said.out.split('\n')[0]).toBe(verdict);
    expect([...said.out.matchAll(/^ {2}✓ (\w+)/gm)].map(([, part]) => part)).toEqual(PARTS);
    expect(said.out).toContain(`${new URL(chain.url).host} has the block.`);
  });

  test('piped output has the steps', async () => {
    const { out } = await type(`${TOKEN} --verify --rpc ${chain.url}`, liar.url, { isTerminal: false });
    const { value, block, verified } = JSON.parse(out);
    const head = await chain.client.getBlock();
    expect([value, block.hash, block.chainId]).toEqual([true, head.hash, 1]);
    expect(verified.steps.map(({ part }: { part: string }) => part)).toEqual(PARTS);
  });

  const change = (edit: (body: { value: unknown }) => unknown): Lie => {
    return async (path, ask) => {
      const reply = await ask(path);
      return Response.json(edit((await reply.json()) as { value: unknown }), { headers: reply.headers });
    };
  };
  const FLIPPED = change((body) => ({ ...body, value: !body.value }));

  test('a lie is neither yes nor no', async () => {
    liar.lie = FLIPPED;
    const said = await type(`${TOKEN} --verify --rpc ${chain.url}`);
    expect([said.code, said.out]).toEqual([2, '']);
    expect(said.err).toMatch(/^✗ not verified\n/);
    expect(said.err).toContain('  ✗ answer    The service answers false, and the registry true.');
    expect(said.err).toContain('The service said "no" without a proof that holds.');
    const piped = await type(`${TOKEN} --verify --rpc ${chain.url}`, liar.url, { isTerminal: false });
    expect(JSON.parse(piped.err).error).toMatchObject({ code: 'not_verified', part: 'answer' });
  });

  test.each([
    ['--block-tag finalized', { blockTag: null }, 'is not finalized yet: block '],
    ['--at-block 3', { atBlock: '4' }, 'which was not asked for'],
    ['--max-age 0', { atBlock: '3' }, 'at most 0 s are allowed'],
  ])('an answer about another block is refused: %s', async (options, parameters, reason) => {
    liar.lie = (path, ask) => ask(withParameters(path, parameters));
    const said = await type(`${TOKEN} --verify --rpc ${chain.url} ${options}`);
    expect([said.code, said.out]).toEqual([2, '']);
    expect(said.err).toContain(reason);
  });

  test('nodes that do not agree verify nothing', async () => {
    const said = await type(`${TOKEN} --verify --rpc ${chain.url},${fork.url}`);
    expect(said.code).toBe(2);
    expect(said.err).toContain('✗ anchor');
  });

  test('a node that is down, or of another chain, is not the fault of the service', async () => {
    const down = await type(`${TOKEN} --verify --rpc http://127.0.0.1:9`);
    expect(down.code).toBe(2);
    expect(down.err).toMatch(/^\? unknown\n/);
    expect(down.err).toContain('The node at 127.0.0.1:9 does not answer');
    const other = await type(`${TOKEN} --verify --rpc ${base.url}`);
    expect(other.code).toBe(3);
    expect(other.err).toContain('--rpc is a node of chain 8453');
    const noNode = await type(`${TOKEN} --verify --rpc ${service.url}/networks`);
    expect(noNode.code).toBe(2);
    expect(noNode.err).toContain('but not like a node. Check --rpc.');
  });
});

describe('compare', () => {
  const compare = (line: string, terminal?: Partial<Terminal>) =>
    type(`compare ${service.url} ${liar.url} --seed 7 --count 100 ${line}`, '', terminal);

  /** Says no to every question of a batch, and proves nothing. */
  const DENY: Lie = async (path, ask) => {
    const reply = await ask(path);
    if (path.pathname !== '/batch') return reply;
    const { answers, chains } = (await reply.json()) as { answers: { value: unknown }[]; chains: unknown };
    const denied = answers.map(({ value }) => ({ value: typeof value === 'boolean' ? false : '0' }));
    return Response.json({ answers: denied, chains }, { headers: reply.headers });
  };

  test('honest services give the same answers', async () => {
    const said = await compare(`--rpc ${chain.url}`);
    expect([said.code, said.err]).toEqual([0, '']);
    expect(said.out).toMatch(/^✓ 100 of 100 answers are the same\n/);
    expect(said.out).toMatch(/100 questions: [1-9]\d* yes, 0 different, 0 unknown/);
    const head = Number(await chain.client.getBlockNumber());
    expect(said.out).toContain(`block ${head - FINALITY_BLOCKS} of chain 1`);
    expect((await compare(`--rpc ${chain.url}`)).out).toBe(said.out);
  });

  test.each([
    ['a node', () => `--rpc ${chain.url}`],
    ['the hash that both name', () => ''],
  ])('proofs tell who is wrong, with %s', async (_, options) => {
    liar.lie = DENY;
    const said = await compare(options());
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/^✗ [1-9]\d* of 100 answers differ\n/);
    expect(said.out).toContain('✓ A says yes   right: its proof holds');
    expect(said.out).toContain('✗ B says no    wrong: its own proof shows something else');
    expect(said.out).not.toContain('✗ A says');
  });

  test('a service that proves nothing does not win', async () => {
    liar.lie = async (path, ask) => {
      if (path.pathname === '/batch') return DENY(path, ask);
      const reply = await ask(path);
      const body = (await reply.json()) as { value: boolean };
      return Response.json({ ...body, value: !body.value }, { headers: reply.headers });
    };
    const { code, out } = await compare(`--rpc ${chain.url}`, { isTerminal: false });
    expect(code).toBe(1);
    const { judgements, differences, block } = JSON.parse(out);
    expect(judgements.length).toBe(Math.min(10, differences.length));
    expect(block).toBe(Number(await chain.client.getBlockNumber()) - FINALITY_BLOCKS);
    for (const { proven, testimonies } of judgements) {
      expect(testimonies[0]).toMatchObject({ service: 'A', said: proven, proven, failure: null });
      expect(testimonies[1]).toMatchObject({ service: 'B', proven: null });
    }
  });

  test('a chain that one of them does not serve cannot be compared', async () => {
    const { code, err } = await compare('--chain 8453');
    expect(code).toBe(3);
    expect(err).toContain('A does not serve chain 8453.');
  });
});
