import { readChains } from '@mandate/config';
import { NodeUnavailableError, OverBudgetError, QuorumError, RateLimitedError } from '@mandate/nodes';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { LyingNodeError } from '../verify/verify.ts';
import { ERROR_KINDS, errorKindOf } from './error-kinds.ts';
import { createMetrics } from './metrics.ts';

const [chain] = readChains({ CHAINS: '{"1": {"nodes": ["http://127.0.0.1:1", "http://127.0.0.1:2"]}}' });
if (!chain) throw new Error('No chain is configured.');
const block = { number: 7, hash: '0x07', timestamp: 1_700_000_000 } as const;
const marks = { head: 9, safe: 7, finalized: 6 };
const of = '{chain="1"}';
const silence = new QuorumError('blocks 1 to 2', 2, ['a', 'b'], 1, []);
const contradiction = new QuorumError('blocks 1 to 2', 2, ['a', 'b'], 2, []);

function create() {
  const metrics = createMetrics([chain as NonNullable<typeof chain>]);
  const read = async (name: string) => {
    const line = (await metrics.registry.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  };
  return { ...metrics, read };
}

describe('the metrics of a chain', () => {
  test('count from 0, so that the first of anything can be seen', async () => {
    const { read } = create();
    for (const name of ['blocks', 'events', 'reorgs', 'disagreements'])
      expect(await read(`mandate_${name}_total${of}`), name).toBe(0);
    for (const kind of ERROR_KINDS)
      expect(await read(`mandate_errors_total{chain="1",error="${kind}"}`), kind).toBe(0);
    expect(await read(`mandate_chain_held${of}`)).toBe(0);
  });

  test('distinguish unavailable nodes from nodes that contradict each other', async () => {
    const { failed, stepped, read } = create();
    failed(chain, silence);
    expect(await read(`mandate_chain_quorum${of}`)).toBe(0);
    expect(await read(`mandate_disagreements_total${of}`)).toBe(0);
    stepped(chain, { type: 'idle', unsettled: 0, block, marks }, 1);
    expect(await read(`mandate_chain_quorum${of}`)).toBe(1);
    failed(chain, contradiction);
    expect(await read(`mandate_chain_quorum${of}`)).toBe(0);
    expect(await read(`mandate_disagreements_total${of}`)).toBe(1);
    expect(await read('mandate_errors_total{chain="1",error="QuorumError"}')).toBe(2);
  });

  test('count an unavailable single node as a lost quorum, but not a broken database or saved calls', async () => {
    const { failed, stepped, read } = create();
    const spent = new OverBudgetError('a', { isSpent: true, retryAfterMs: 1 });
    for (const error of [new NodeUnavailableError('a', 'b'), new RateLimitedError('a', 1), spent]) {
      stepped(chain, { type: 'idle', unsettled: 0, block, marks }, 1);
      failed(chain, error);
      expect(await read(`mandate_chain_quorum${of}`), error.name).toBe(0);
    }
    const saving = new OverBudgetError('a', { isSpent: false, retryAfterMs: 1 });
    for (const error of [saving, new QuorumError('blocks 1 to 2', 2, ['a', 'b'], 1, [saving])]) {
      stepped(chain, { type: 'idle', unsettled: 0, block, marks }, 1);
      failed(chain, error);
      expect(await read(`mandate_chain_quorum${of}`), error.name).toBe(1);
    }
    stepped(chain, { type: 'idle', unsettled: 0, block, marks }, 1);
    failed(chain, new Error('connect ECONNREFUSED'));
    expect(await read(`mandate_chain_quorum${of}`)).toBe(1);
  });

  test('have no values for a chain that another process follows', async () => {
    const { held, released, stepped, read } = create();
    held(chain);
    stepped(chain, { type: 'advanced', unsettled: 0, block, marks, blocks: 3, events: 2 }, 1);
    expect(await read(`mandate_lag_blocks${of}`)).toBe(2);
    expect(await read(`mandate_blocks_total${of}`)).toBe(3);
    released(chain);
    expect(await read(`mandate_chain_held${of}`)).toBe(0);
    for (const name of ['lag_blocks', 'head_block', 'indexed_block', 'chain_tainted', 'chain_quorum'])
      expect(await read(`mandate_${name}${of}`), name).toBeNull();
    expect(await read(`mandate_blocks_total${of}`)).toBe(3);
  });
});

test('whatever an error calls itself, its kind is one of a closed list', () => {
  const named = Object.assign(new Error('a'), { name: `made-up-${Math.random()}` });
  const full = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' });
  expect([named, 'text', null, full, contradiction].map(errorKindOf)).toEqual([
    'other',
    'other',
    'other',
    'DiskFull',
    'QuorumError',
  ]);
  const header = { ...block, parentHash: '0x06', logsBloom: '0x', receiptsRoot: '0x' } as const;
  expect(errorKindOf(new LyingNodeError('a', header, 'b'))).toBe('LyingNodeError');
});
