import { readFileSync } from 'node:fs';
import { parseAddress } from '@mandate/core';
import solc from 'solc';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { CONTRACT_READER, createContractReader } from './contract-reader.ts';
import { createQuorum } from './quorum.ts';
import type { StepGroup } from './reader-types.ts';
import type { Source } from './source.ts';

test('the code is what contract-reader.yul compiles to', () => {
  const content = readFileSync(new URL('contract-reader.yul', import.meta.url), 'utf8');
  const input = {
    language: 'Yul',
    sources: { 'contract-reader.yul': { content } },
    // Later versions use instructions that some chains lack.
    settings: {
      evmVersion: 'london',
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  expect(CONTRACT_READER).toBe(`0x${contracts['contract-reader.yul'].ContractReader.evm.bytecode.object}`);
});

const HASH = `0x${'11'.repeat(32)}` as const;
const contractOf = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const groups = (count: number, maxBytes = 32, gas = 100_000): StepGroup[] =>
  Array.from({ length: count }, (_, i) => [{ kind: 'call', contract: contractOf(i + 1), gas, maxBytes }]);

/** A node that answers every step with nothing, except that a contract gives each node another answer. */
function nodeWith(name: string, poison: number | null, asked: number[][] = []): Source {
  const stepBytes = 32;
  return {
    name,
    quorum: 1,
    async runCode(programs: readonly { code: Hex }[]) {
      return programs.map(({ code }) => {
        const steps = Buffer.from(code.slice(CONTRACT_READER.length), 'hex');
        const contracts = Array.from({ length: steps.length / stepBytes }, (_, i) =>
          Number(steps.readUInt32BE(i * stepBytes + 17)),
        );
        asked.push(contracts);
        const answers = contracts.map((contract) => {
          const own = contract === poison ? Buffer.from(name.padEnd(4).slice(0, 4)) : Buffer.alloc(0);
          const length = Buffer.alloc(4);
          length.writeUInt32BE(own.length);
          return Buffer.concat([Buffer.from([1]), length, own]);
        });
        return `0x01${Buffer.concat(answers).toString('hex')}` as Hex;
      });
    },
  } as unknown as Source;
}

test('a contract that makes nodes disagree is unknown, and the others are not', async () => {
  const asked: number[][] = [];
  const source = createQuorum([nodeWith('one', 7, asked), nodeWith('two', 7)], 2);
  const answers = await createContractReader(source).read(groups(25), HASH);
  expect(answers.flatMap((answer, i) => (answer === null ? [i + 1] : []))).toEqual([7]);
  expect(asked.length).toBeLessThanOrEqual(12);
});

test('many contracts that make nodes disagree do not cause many questions', async () => {
  const asked: number[][] = [];
  let count = 0;
  const all = (name: string, seen: number[][]) => ({
    ...nodeWith(name, null, seen),
    runCode: async (programs: readonly unknown[]) => {
      seen.push([]);
      return programs.map(() => `0x01${(++count).toString(16).padStart(10, '0')}` as Hex);
    },
  });
  const source = createQuorum([all('one', asked), all('two', [])] as Source[], 2);
  const answers = await createContractReader(source).read(groups(25), HASH);
  expect(new Set(answers)).toEqual(new Set([null]));
  expect(asked.length).toBeLessThanOrEqual(12);
});

test('answers that are long, or calls that take much gas, are divided among programs', async () => {
  const asked: number[][] = [];
  const reader = createContractReader(nodeWith('one', null, asked));
  await reader.read(groups(3, 20_000), HASH);
  await reader.read(groups(4, 32, 15_000_000), HASH);
  expect(asked).toEqual([[1], [2], [3], [1, 2], [3, 4]]);
});

test.each(['0x', '0x02', '0x0101', '0x010100000020', '0x01050000000000', '0x01010000000000'])(
  'the answer %s is refused',
  async (answer) => {
    const source = { ...nodeWith('one', null), runCode: async () => [answer as Hex] };
    await expect(createContractReader(source).read(groups(1), HASH)).rejects.toThrow('contract reader');
  },
);
