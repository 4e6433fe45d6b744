/** Reads many contracts in one question to a node. They are hostile: see `contract-reader.yul`. */
import { ZERO_ADDRESS } from '@mandate/core';
import type { Hex } from 'viem';
import { concat, numberToHex, size as sizeOf, slice } from 'viem/utils';
import { lacksState } from './lacks-state.ts';
import { createOrdinaryContractReader } from './ordinary-readers.ts';
import { QuorumError } from './quorum.ts';
import type { ContractReader, ContractStep, StepAnswer, StepGroup } from './reader-types.ts';
import { MalformedAnswerError, RpcError } from './rpc/errors.ts';
import { lacksBlock } from './rpc/lacks-block.ts';
import type { ContractSource } from './source.ts';

/** `contract-reader.yul`, compiled. Its test compiles it again. */
export const CONTRACT_READER: Hex =
  '0x62010081610219600162010080536000905b823882101561020c576020826000396000518060001a9160018060a01b038260581c169563ffffffff8360381c169661ffff8460281c169462ffffff8560101c169261ffff861688816020819b01608039019860208a019a6000998a988b9360028714610204575b508b9c6201007f1990601f199038038d880101010160fa0290603d1c6307ffffff1683010161ea60015a11610138575b505081876005928b60019553601f1b1760e01b838201520197146100d4575b50505050505091610011565b906005969160009584811161012d575b50868611610122575b85809750949561010a575b505050505001013880808080806100c8565b1561011c57503e5b81388080806100f8565b3c610112565b9095945085906100ed565b8490039550386100e4565b9091929380959a506000146101ef5790899493929160049a610169575b5050600191876005925b92508193506100a9565b9750985050602060005a976080868cfa955a9003953d9660011b98808a11916001146101b357600399106101aa575b600191876005925b9250819350610155565b60029850610198565b50975085600198602082146101cf575b916005916001936101a0565b90506000518060a01c156101e6575b5086906101c3565b995060016101de565b505094509590600160058198843b809861015f565b965038610079565b6201007f19840162010080f3';

/** Most nodes run at most 50 million gas for one question. */
const MAX_PROGRAM_GAS = 40_000_000;
/** Code that a creation returns has at most 24,576 bytes. */
const MAX_PROGRAM_BYTES = 24_000;
const STEP_GAS = 15_000;
const PROGRAM_GAS = 300_000;
const GAS_A_BYTE = 300;
const HEAD_BYTES = 5;
/** The bytes of a step before its data. */
const STEP_BYTES = 32;
/** The most times that nodes are asked about some contracts, in smaller and smaller parts. */
const MAX_ASKS = 12;

type Answers = (StepAnswer[] | null)[];

const KINDS = { code: 0, call: 1, callReturned: 2 } as const;
/** The highest bit of a length. */
const COSTLY = 2 ** 31;
const FAILURES = { 2: 'reverted', 3: 'failed', 4: 'none' } as const;

export function createContractReader(source: ContractSource): ContractReader {
  if (source.needsTo) return createOrdinaryContractReader(source);
  async function ask(parts: readonly (readonly StepGroup[])[], blockHash: Hex): Promise<Answers> {
    const answers = await source.runCode(parts.map(programOf), blockHash);
    return parts.flatMap((part, i) => readAnswer(source.name, answers[i] ?? '0x', part));
  }

  /** Asks about fewer groups at once if a contract among them makes nodes disagree, or refuse. */
  async function askApart(
    groups: readonly StepGroup[],
    blockHash: Hex,
    asks: { left: number },
  ): Promise<Answers> {
    if (asks.left === 0) return groups.map(() => null);
    asks.left--;
    try {
      return await ask(pack(groups), blockHash);
    } catch (error) {
      if (!mayBeOfOne(error)) throw error;
      if (groups.length === 1) return groups.map(() => null);
    }
    const half = groups.length >> 1;
    const first = await askApart(groups.slice(0, half), blockHash, asks);
    return [...first, ...(await askApart(groups.slice(half), blockHash, asks))];
  }

  return {
    async read(groups, blockHash) {
      if (groups.length === 0) return [];
      const asks = { left: MAX_ASKS };
      const answers = await askApart(groups, blockHash, asks);
      const open = [...groups.keys()].filter((i) => answers[i] === null);
      if (open.length === 0 || asks.left < MAX_ASKS - 1 || groups.length === 1) return answers;
      // A node that allows less gas gets each group alone.
      const alone = open.flatMap((i) => (groups[i] ? [[groups[i]]] : []));
      const again = await ask(alone, blockHash);
      return answers.map((answer, i) => answer ?? again[open.indexOf(i)] ?? null);
    },
  };
}

/** Returns whether one of several contracts may be the cause. A node that lacks the state or the block refuses all. */
function mayBeOfOne(error: unknown): boolean {
  if (error instanceof QuorumError) return error.disagreement || error.errors.some(mayBeOfOne);
  return error instanceof RpcError && !lacksState(error) && !lacksBlock(error);
}

function gasOf(group: StepGroup): number {
  return group.reduce((sum, { gas = 0, maxBytes }) => {
    return sum + gas * (33 / 32) + STEP_GAS + GAS_A_BYTE * maxBytes;
  }, 0);
}

function bytesOf(group: StepGroup): number {
  return group.reduce((sum, { maxBytes }) => sum + maxBytes + HEAD_BYTES, 0);
}

/** Divides groups among as few programs as can hold them, in order. */
function pack(groups: readonly StepGroup[]): StepGroup[][] {
  const parts: StepGroup[][] = [];
  let [gas, bytes] = [0, 0];
  for (const group of groups) {
    gas += gasOf(group);
    bytes += bytesOf(group);
    const part = parts.at(-1);
    if (part && gas <= MAX_PROGRAM_GAS && bytes <= MAX_PROGRAM_BYTES) part.push(group);
    else {
      parts.push([group]);
      [gas, bytes] = [gasOf(group), bytesOf(group)];
    }
  }
  return parts;
}

/** Lists the most gas that each question to a node takes for these groups. */
export function listGas(groups: readonly StepGroup[]): number[] {
  return pack(groups).map(gasOfProgram);
}

function gasOfProgram(groups: readonly StepGroup[]): number {
  const steps = groups.flat().map(({ data = '0x' }) => STEP_BYTES + sizeOf(data));
  const bytes = steps.reduce((sum, each) => sum + each, sizeOf(CONTRACT_READER));
  return Math.ceil(groups.reduce((sum, group) => sum + gasOf(group), PROGRAM_GAS + GAS_A_BYTE * bytes));
}

function programOf(groups: readonly StepGroup[]) {
  const code = concat([CONTRACT_READER, ...groups.flat().map(encodeStep)]);
  return { code, gas: gasOfProgram(groups) };
}

function encodeStep({ kind, contract, data = '0x', gas = 0, maxBytes, firstByte = 0 }: ContractStep): Hex {
  return concat([
    numberToHex(KINDS[kind], { size: 1 }),
    contract ?? ZERO_ADDRESS,
    numberToHex(gas, { size: 4 }),
    numberToHex(maxBytes, { size: 2 }),
    numberToHex(firstByte, { size: 3 }),
    numberToHex(sizeOf(data), { size: 2 }),
    data,
  ]);
}

/** Reads the answers of the code. `null` if a step of the group was not made. */
function readAnswer(name: string, answer: Hex, groups: readonly StepGroup[]): (StepAnswer[] | null)[] {
  const malformed = () => new MalformedAnswerError(name, 'answer of the contract reader');
  if (!answer.startsWith('0x01')) throw malformed();
  let at = 1;
  const take = (bytes: number): Hex => {
    if (at + bytes > sizeOf(answer)) throw malformed();
    at += bytes;
    return bytes === 0 ? '0x' : slice(answer, at - bytes, at);
  };
  const readStep = ({ maxBytes, firstByte = 0 }: ContractStep): StepAnswer | null => {
    const status = Number(take(1));
    const head = Number(take(4));
    const [isCostly, length] = [head >= COSTLY, head % COSTLY];
    if (status === 0) return null;
    if (status !== 1) {
      const type = FAILURES[status as keyof typeof FAILURES];
      if (!type) throw malformed();
      return { type };
    }
    const bytes = take(Math.max(0, Math.min(maxBytes, length - firstByte)));
    return { type: 'returned', length, bytes, ...(isCostly ? { isCostly } : {}) };
  };
  const read = groups.map((group) => group.map(readStep));
  if (at !== sizeOf(answer)) throw malformed();
  return read.map((steps) => (steps.includes(null) ? null : (steps as StepAnswer[])));
}
