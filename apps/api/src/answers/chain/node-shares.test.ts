import { readChains } from '@mandate/config';
import { expect, test } from 'vitest';
import { createNodeShares } from './node-shares.ts';

const nodes = [{ url: 'https://node.example', label: 'provider', callsPerSecond: 10 }];
const [chain] = readChains({ CHAINS: JSON.stringify({ 1: { nodes } }) });

test('many keys of one address have as many questions in progress as one, and others have theirs', () => {
  if (!chain) throw new TypeError('No chain is configured.');
  const shares = createNodeShares([chain]);
  const take = (...lanes: string[]) =>
    shares.takePlace({ chain, asker: { lanes, hasDayShare: true }, use: 'claims', prepaid: 0 });
  // The calls that the node gets in two seconds.
  const gives = Array.from({ length: 20 }, (_, i) => take(`owner ${i}`, '203.0.113.9'));
  expect(() => take('owner 20', '203.0.113.9')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  take('owner 0', '198.51.100.1')();
  take('203.0.113.10')();
  gives[0]?.();
  expect(() => take('203.0.113.9')).not.toThrow();
});
