/** Reads many contracts in one question to a node. They are hostile: see `contract-reader.yul`. */
import type { Address } from '@mandate/core';
import { concat, type Hex, numberToHex, size as sizeOf, slice, zeroAddress } from 'viem';
import { lacksBlock } from './ask-around.ts';
import { lacksState } from './lacks-state.ts';
import { QuorumError } from './quorum.ts';
import { MalformedAnswerError, RpcError } from './rpc/errors.ts';
import type { Source } from './source.ts';

/** `contract-reader.yul`, compiled. Its test compiles it again. */
export const CONTRACT_READER: Hex =
  '0x620100816101f56001620100805360005b82388310156101e857602083600039600051918260001a9160018060a01b038460581c169563ffffffff8560381c169661ffff8660281c169462ffffff8760101c169261ffff881689816020819c01608039019960208b01996000998a98600286146101e0575b508a9c6201007f1990601f199038038c870101010160fa0290603d1c6307ffffff1683010161ea60015a11610131575b505060058189600193538760e01b838201520197146100cd575b50505050505091610010565b9060059691600095848111610126575b5086861161011b575b858097509495610103575b505050505001013880808080806100c1565b1561011557503e5b81388080806100f1565b3c61010b565b9095945085906100e6565b8490039550386100dd565b909192809499506000146101cc57908893929160049961015a575b505060056001915b916100a7565b96509750602060005a976080868cfa955a9003973d966001146101985760039860011b1061018f575b60056001915b9161014c565b60029750610183565b5060019750602086146101b0575b6005600191610189565b6000518060a01c156101c3575b506101a6565b995060056101bd565b505093509460019560016005833b96610154565b955038610077565b6201007f19840162010080f3';

/** Most nodes run at most 50 million gas for one question. */
const MAX_PROGRAM_GAS = 40_000_000;
/** Code that a creation returns has at most 24,576 bytes. */
const MAX_PROGRAM_BYTES = 24_000;
const STEP_GAS = 15_000;
const PROGRAM_GAS = 300_000;
const GAS_A_BYTE = 300;
const HEAD_BYTES = 5;
/** The most times that nodes are asked about some contracts, in smaller and smaller parts. */
const MAX_ASKS = 12;

/** One step: the first bytes of a contract's code, or a call of it, or a call of the address that the step before returned. */
export interface ContractStep {
  readonly kind: 'code' | 'call' | 'callReturned';
  /** Left out if the step before returns it. */
  readonly contract?: Address;
  readonly data?: Hex;
  readonly gas?: number;
  readonly maxBytes: number;
  readonly firstByte?: number;
}

/**
 * The result of a step. `returned`: with the whole length of what the contract returned, and the bytes that were asked for.
 * `reverted`: the contract refused, with gas left. `failed`: it used up its gas, or broke off. `none`: the step before
 * returned no address.
 */
export type StepAnswer =
  | { readonly type: 'returned'; readonly length: number; readonly bytes: Hex }
  | { readonly type: 'reverted' | 'failed' | 'none' };

/** Steps that belong together: a step may use the one before it. */
export type StepGroup = readonly ContractStep[];

export interface ContractReader {
  /**
   * Answers each group at a block. Null: the nodes allow too little gas for it, or do not agree about it. Throws if the
   * nodes cannot answer.
   */
  read(groups: readonly StepGroup[], blockHash: Hex): Promise<(StepAnswer[] | null)[]>;
}

type Answers = (StepAnswer[] | null)[];

const KINDS = { code: 0, call: 1, callReturned: 2 } as const;
const FAILURES = { 2: 'reverted', 3: 'failed', 4: 'none' } as const;

export function createContractReader(source: Source): ContractReader {
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

function programOf(groups: readonly StepGroup[]) {
  const code = concat([CONTRACT_READER, ...groups.flat().map(encodeStep)]);
  const gas = groups.reduce((sum, group) => sum + gasOf(group), PROGRAM_GAS + GAS_A_BYTE * sizeOf(code));
  return { code, gas: Math.ceil(gas) };
}

function encodeStep({ kind, contract, data = '0x', gas = 0, maxBytes, firstByte = 0 }: ContractStep): Hex {
  return concat([
    numberToHex(KINDS[kind], { size: 1 }),
    contract ?? zeroAddress,
    numberToHex(gas, { size: 4 }),
    numberToHex(maxBytes, { size: 2 }),
    numberToHex(firstByte, { size: 3 }),
    numberToHex(sizeOf(data), { size: 2 }),
    data,
  ]);
}

/** Reads the answers of the code. Null: a step of the group was not made. */
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
    const length = Number(take(4));
    if (status === 0) return null;
    if (status !== 1) {
      const type = FAILURES[status as keyof typeof FAILURES];
      if (!type) throw malformed();
      return { type };
    }
    return { type: 'returned', length, bytes: take(Math.max(0, Math.min(maxBytes, length - firstByte))) };
  };
  const read = groups.map((group) => group.map(readStep));
  if (at !== sizeOf(answer)) throw malformed();
  return read.map((steps) => (steps.includes(null) ? null : (steps as StepAnswer[])));
}
