/** Asks the nodes of a chain for one client, each request when it is the client's turn. */
import type { ConfiguredChain } from '@mandate/config';
import type { Address } from '@mandate/core';
import {
  type ContractReader,
  type ContractSource,
  lacksBlock,
  listGas,
  type ProvenStorage,
  QuorumError,
  type Source,
  type StepAnswer,
  type StepGroup,
  type TokenAnswer,
  type TokenReader,
} from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';
import { type Asker, EVERYBODY } from '../../access/limit/shares.ts';
import { createFairQueue } from '../../http/fair-queue.ts';
import type { Pinned } from '../../request/at-block.ts';
import type { When } from '../../request/parameters.ts';
import { createUnderWay } from '../../request/under-way.ts';
import { completeBlock } from './complete-block.ts';
import type { NodeUse } from './node-meter.ts';
import { type NodeShares, TOO_MANY } from './node-shares.ts';

/** The most calls of token contracts that this process waits for: others are refused, so that checks never wait for them. */
const MAX_CALLS_UNDER_WAY = 2_000;
/** The same for votes, whose tallies have a queue of their own, so that no client has a part of it. */
const MAX_VOTES_UNDER_WAY = 2_000;
/** The most calls for names that this process waits for. They have a limit of their own: claims never wait for names. */
const MAX_STEPS_UNDER_WAY = 5_000;
/** The most proofs that this process waits for. */
const MAX_PROOFS_UNDER_WAY = 500;
/** A call that is counted by its gas counts as one for each part of this much. */
const GAS_A_UNIT = 15_000_000;
/** The requests for names that the nodes of a chain have at once, of all clients and of one: slow contracts keep a node busy. */
const NAMES_AT_ONCE = 4;
const NAMES_OF_LANE = 2;

/** A client's place in the budget of the nodes. */
export interface NodeAccess {
  /** Completes a block of the ledger. `null` if the nodes have another chain now. Throws an `UnreadableError`. */
  completeBlock(pinned: Pinned, when: When): Promise<Block | null>;
  /** Calls a contract, in one request to each node if possible. Throws an `UnreadableError`. */
  callToken(contract: Address, calls: readonly Hex[], block: Block): Promise<TokenAnswer[]>;
  /** Returns how many of these groups may be read at once, at least one. */
  countAtOnce(groups: readonly StepGroup[]): number;
  /** Waits for the turn of these groups, which `readContracts` then need not wait for. Throws an `UnreadableError`. */
  prepay(groups: readonly StepGroup[]): Promise<void>;
  /** Reads contracts at a new block, in one request to each node if possible. Throws an `UnreadableError`. */
  readContracts(groups: readonly StepGroup[]): Promise<ReadContracts>;
  /** Does the same at this block. */
  readContractsAt(groups: readonly StepGroup[], block: NamedBlock): Promise<(StepAnswer[] | null)[]>;
  /** Proves storage of a contract, in one request. With `header`, which was proven before, it is not asked for again. */
  prove(contract: Address, slots: readonly Hex[], block: Block, header?: Hex): Promise<ProvenStorage>;
  /** Gives the place back. Call it when the nodes are not asked any more. */
  give(): void;
}

export type NamedBlock = Pick<Block, 'number' | 'hash'>;

/** The answers of contracts at a block. `null` for each group that the nodes could not answer. */
export interface ReadContracts {
  readonly block: NamedBlock;
  readonly answers: readonly (StepAnswer[] | null)[];
}

/** A block that the nodes agree is new, at most some seconds old. */
export interface NewBlock {
  get(): Promise<NamedBlock>;
  /** Forgets this block: a reorg has replaced it. */
  forget(block: NamedBlock): Promise<void>;
}

/** The nodes of a chain. */
export interface OpenChain {
  readonly source: Source;
  readonly tokens: TokenReader;
  readonly contracts: ContractReader;
  readonly newBlock: NewBlock;
}

interface Dependencies {
  readonly shares: NodeShares;
  readonly open: (chain: ConfiguredChain) => OpenChain;
  /** Ends the wait of the client, whatever the nodes do. */
  readonly inTime: <T>(chainId: number, answer: Promise<T>) => Promise<T>;
}

export function createTakePlace({ shares, open, inTime }: Dependencies) {
  const runUnderWay = createUnderWay(MAX_CALLS_UNDER_WAY, TOO_MANY);
  const runVotes = createUnderWay(MAX_VOTES_UNDER_WAY, TOO_MANY);
  const runSteps = createUnderWay(MAX_STEPS_UNDER_WAY, TOO_MANY);
  const runProof = createUnderWay(MAX_PROOFS_UNDER_WAY, TOO_MANY);

  return function takePlace(chain: ConfiguredChain, asker: Asker, use: NodeUse): NodeAccess {
    const place = { chain, asker, use, prepaid: 0 };
    const give = shares.takePlace(place);

    /** Asks the nodes for this client. */
    function ask<T>(work: (nodes: OpenChain) => Promise<T>): Promise<T> {
      give();
      const nodes = open(chain);
      const answer = shares.count(place, () => work(nodes));
      return inTime(chain.chainId, answer);
    }
    const run = <T>(
      runOf: ReturnType<typeof createUnderWay>,
      size: number,
      work: (nodes: OpenChain) => Promise<T>,
    ) => runOf(size, () => ask(work), use === 'votes' ? [] : asker.lanes);

    return {
      give,
      completeBlock: (pinned, when) =>
        ask(({ source }) => {
          const findHeaders = async (numbers: readonly number[]) => {
            await shares.takeTurn(place, numbers.length);
            return shares.countShared(place, numbers.length, () => source.findHeaders(numbers));
          };
          return completeBlock({ findHeaders }, pinned, when);
        }),
      callToken: (contract, calls, { hash }) =>
        run(use === 'votes' ? runVotes : runUnderWay, calls.length, ({ tokens }) =>
          tokens.read(contract, calls, hash),
        ),
      countAtOnce(groups) {
        const max = shares.maxAtOnce(place);
        const sizes = groups.map((_, i) => countByGas(listGas(groups.slice(0, i + 1))));
        return Math.max(1, sizes.filter((units) => units <= max).length);
      },
      prepay: (groups) => ask(() => shares.prepay(place, countByGas(listGas(groups)))),
      readContracts: (groups) =>
        run(runSteps, groups.flat().length, async ({ contracts, newBlock }) => {
          const read = async (calls: number) => {
            const block = await shares.countShared(place, calls, newBlock.get);
            return { block, answers: await contracts.read(groups, block.hash).catch(nullIfReplaced) };
          };
          const { block, answers } = await read(0);
          if (answers) return { block, answers };
          await newBlock.forget(block);
          // The client whose request asks for another block pays for that question.
          await shares.takeTurn(place, 1);
          const again = await read(1);
          return { block: again.block, answers: again.answers ?? groups.map(() => null) };
        }),
      readContractsAt: (groups, { hash }) =>
        run(use === 'names' ? runSteps : runUnderWay, groups.flat().length, ({ contracts }) =>
          contracts.read(groups, hash),
        ),
      prove: (contract, slots, block, header) =>
        run(runProof, 1, async ({ source }) => {
          await shares.takeTurn(place, header ? 1 : 2);
          return source.prove(contract, slots, block, header);
        }),
    };
  };
}

/** Returns null where the nodes lack the block that they were asked about. */
function nullIfReplaced(error: unknown): null {
  const isLacking = error instanceof QuorumError ? error.errors.some(lacksBlock) : lacksBlock(error);
  if (!isLacking) throw error;
  return null;
}

/** Returns how many calls count for these amounts of gas. */
type CountUnits = (gas: readonly number[]) => number;

/** Calls contracts in parts, each when it is the client's turn. */
export function createContractsInTurn(
  source: ContractSource,
  shares: NodeShares,
  countUnits: CountUnits,
): ContractSource {
  const runNames = createFairQueue({ places: NAMES_AT_ONCE, maxOfLane: NAMES_OF_LANE, detail: TOO_MANY });

  async function runInTurn<T extends { readonly gas?: number | undefined }, A>(
    calls: readonly T[],
    send: (part: readonly T[]) => Promise<A[]>,
  ): Promise<A[]> {
    const place = shares.findCurrent();
    if (!place) throw new TypeError('The nodes are asked without a place.');
    const parts = divide(calls, ({ gas = 0 }) => countUnits([gas]), shares.maxAtOnce(place));
    const answers = await Promise.all(
      parts.map(async (part) => {
        const gas = part.map((call) => call.gas ?? 0);
        await shares.takeTurn(place, countUnits(gas));
        const run = () => send(part);
        return place.use === 'names' ? runNames(place.asker.lanes.at(-1) ?? EVERYBODY, run) : run();
      }),
    );
    return answers.flat();
  }

  return {
    name: source.name,
    needsTo: source.needsTo,
    runCode: (programs, blockHash) => runInTurn(programs, (part) => source.runCode(part, blockHash)),
    callEach: (calls, blockHash) => runInTurn(calls, (part) => source.callEach(part, blockHash)),
  };
}

/** Token contracts that answer with a word use little of their gas. */
export const countEach: CountUnits = (gas) => gas.length;
/** Contracts that answer with more may use all of it. */
export const countByGas: CountUnits = (gas) =>
  gas.reduce((sum, each) => sum + Math.max(1, Math.ceil(each / GAS_A_UNIT)), 0);

/** Divides values in order, so that no part is larger than `max`, unless it is a single value. */
function divide<T>(values: readonly T[], sizeOf: (value: T) => number, max: number): T[][] {
  const parts: T[][] = [];
  let size = 0;
  for (const value of values) {
    size += sizeOf(value);
    const part = parts.at(-1);
    if (part && size <= max) part.push(value);
    else {
      parts.push([value]);
      size = sizeOf(value);
    }
  }
  return parts;
}
