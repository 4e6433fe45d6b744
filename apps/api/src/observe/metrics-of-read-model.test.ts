import { readChains } from '@mandate/config';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createServedChains } from '../request/chains.ts';
import { addReadModelMetrics, type ReadModelStates } from './metrics-of-read-model.ts';

const node = { nodes: ['http://127.0.0.1:1'] };
const configured = readChains({ CHAINS: JSON.stringify({ 1: node, 10: node, 8453: node }) });
const chains = createServedChains(configured, async () => false);
const linesOf = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith('mandate'));

test('each served chain has a state, and those that are ready a block', async () => {
  const registry = new Registry();
  let states: ReturnType<ReadModelStates['states']> = [
    { chainId: 1, ready: true, block: 7 },
    { chainId: 10, ready: false, block: null },
    { chainId: 5, ready: true, block: 1 },
  ];
  let problem: string | null = null;
  const readModel = { states: () => states, problem: () => problem, isFollowing: () => true };
  const { countCheck, countPage } = addReadModelMetrics(registry, { chains, readModel });
  countCheck('database');
  countCheck('read_model');
  countCheck('read_model');
  countPage('read_model');
  const expected = [
    'mandate_api_checks_total{source="read_model"} 2',
    'mandate_api_checks_total{source="database"} 1',
    'mandate_api_list_pages_total{source="read_model"} 1',
    'mandate_api_list_pages_total{source="database"} 0',
    'mandate_api_read_model_failed 0',
    'mandate_api_read_model_following 1',
    'mandate_api_read_model_ready{chain="1"} 1',
    'mandate_api_read_model_ready{chain="10"} 0',
    'mandate_api_read_model_ready{chain="8453"} 0',
    'mandate_api_read_model_block{chain="1"} 7',
  ];
  expect(await linesOf(registry)).toEqual(expected);
  // Reading counts nothing twice.
  expect(await linesOf(registry)).toEqual(expected);
  problem = 'no room';
  expect(await linesOf(registry)).toContain('mandate_api_read_model_failed 1');
  states = [{ chainId: 1, ready: false, block: null }];
  expect(await linesOf(registry)).not.toContainEqual(expect.stringContaining('read_model_block'));
});

test('without a read model nothing is said of one', async () => {
  const registry = new Registry();
  addReadModelMetrics(registry, { chains, readModel: null });
  expect((await registry.metrics()).match(/mandate_api_read_model/)).toBeNull();
});
