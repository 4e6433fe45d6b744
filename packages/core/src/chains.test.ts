import * as known from 'viem/chains';
import { describe, expect, test } from 'vitest';
import { CHAINS, findChain } from './chains.ts';

const V1 = '0x00000000000076a84fef008cdabe6409d2fe638b';
const V2 = '0x00000000000000447e69651d841bd8d104bed493';
const V2_ZK_STACK = '0x0000000059a24eb229eed07ac44229db56c5d797';

/** viem does not know 69000, and has another chain than ours under 2021. */
const NAMED_BY_US = new Map([
  [69_000, 'Animechain'],
  [2021, 'Saigon'],
]);

describe('the catalogue', () => {
  test('has every chain with a registry, each once', () => {
    const ids = CHAINS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(CHAINS.filter(({ testnet }) => testnet)).toHaveLength(5);
    expect(CHAINS).toHaveLength(39);
  });

  test('has v1 on the ten chains where it was deployed', () => {
    const withV1 = CHAINS.filter(({ registries }) => registries.v1);
    expect(withV1.map(({ id }) => id)).toEqual([1, 10, 56, 100, 137, 250, 42_161, 42_170, 42_220, 43_114]);
    for (const { registries } of withV1) expect(registries.v1).toBe(V1);
  });

  test('has v2 everywhere, at its other address on ZK Stack chains, whose nodes need `to`', () => {
    for (const { id, registries, needsTo } of CHAINS) {
      expect(registries.v2).toBe([324, 2741, 61_166].includes(id) ? V2_ZK_STACK : V2);
      expect(needsTo).toBe(String(registries.v2) === V2_ZK_STACK);
    }
  });

  test('may have v1 where it is not listed, unless the chain derives addresses in another way', () => {
    for (const { id, registries, possibleRegistries } of CHAINS) {
      const isPossible = !registries.v1 && ![324, 2741, 61_166].includes(id);
      expect([id, possibleRegistries]).toEqual([id, isPossible ? { v1: V1 } : {}]);
    }
  });

  test.each(CHAINS)(
    '$id $name is named as in viem/chains',
    ({ id, name, explorer, blockTimeMs, testnet }) => {
      const ours = NAMED_BY_US.get(id);
      if (ours) {
        expect(name).toBe(ours);
        return;
      }
      const chain = Object.values<known.Chain>(known).find((candidate) => candidate.id === id);
      expect(name).toBe(chain?.name);
      expect(explorer).toBe(chain?.blockExplorers?.default.url.replace(/\/$/, ''));
      expect(blockTimeMs).toBe(chain?.blockTime ?? null);
      expect(testnet).toBe(chain?.testnet ?? false);
    },
  );

  test('has proofs only where headers hash as on Ethereum, and never with a state of another form', () => {
    const proven = CHAINS.filter(({ evidence }) => evidence.proofs);
    expect(proven.filter(({ evidence }) => !evidence.header)).toEqual([]);
    expect(proven.map(({ id }) => id)).toEqual(
      expect.arrayContaining([1, 10, 137, 8453, 42_161, 11_155_111]),
    );
    // Their state is not Ethereum's trie, their accounts have more fields, or their headers are of another form.
    for (const id of [250, 324, 1101, 1284, 1329, 2741, 7000, 43_114, 59_144, 61_166, 81_457, 534_352])
      expect([id, findChain(id)?.evidence.proofs]).toEqual([id, false]);
  });

  test('finds a chain by its id, or says there is none', () => {
    expect(findChain(8453)?.name).toBe('Base');
    expect(findChain(31_337)).toBeNull();
  });
});
