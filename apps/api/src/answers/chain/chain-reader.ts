/** Reads a chain through its nodes for requests: blocks, token contracts and proofs of storage. */
import type { ConfiguredChain } from '@mandate/config';
import type { Address } from '@mandate/core';
import {
  addNodeMetrics,
  type ContractReader,
  connectNodes,
  createContractReader,
  createTokenReader,
  type ProvenStorage,
  type Source,
  type StepAnswer,
  type StepGroup,
  type TokenAnswer,
  type TokenReader,
} from '@mandate/nodes';
import type { Block, NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Hex } from 'viem';
import { ProblemError } from '../../http/problems.ts';
import type { Pinned } from '../../request/at-block.ts';
import type { When } from '../../request/parameters.ts';
import { createUnderWay } from '../../request/under-way.ts';
import { completeBlock } from './complete-block.ts';
import { startNodeBudget } from './node-budget.ts';
import { UnreadableError, unreadableOf } from './unreadable.ts';

/** A client that waits this long has given up. */
const NODE_TIMEOUT_MS = 5_000;
/** The most calls of token contracts that this process waits for: others are refused, so that checks never wait for them. */
const MAX_CALLS_UNDER_WAY = 2_000;
/** A block counts as new for this long. Names do not change often. */
const NEW_MS = 15_000;
/** The most calls for names that this process waits for. They have a limit of their own: claims never wait for names. */
const MAX_STEPS_UNDER_WAY = 5_000;
/** The most proofs that this process waits for. */
const MAX_PROOFS_UNDER_WAY = 500;
const TOO_MANY = 'Too many questions to the nodes are in progress. Try again shortly.';

export interface ChainReader {
  /**
   * Takes a place in the budget of the nodes, so that nothing is read in vain before they are asked. Returns a function
   * that gives it back, to be called before `callToken` or `prove`. Refuses the request if there is none.
   */
  takePlace(chainId: number): () => void;
  /** Completes a block of the ledger. Null: the nodes have another chain now. Throws an `UnreadableError`. */
  completeBlock(chainId: number, pinned: Pinned, when: When): Promise<Block | null>;
  /** Calls a contract, in one request to each node if possible. Throws an `UnreadableError`. */
  callToken(chainId: number, contract: Address, calls: readonly Hex[], block: Block): Promise<TokenAnswer[]>;
  /** Returns the hash of a block that the nodes agree is new, at most some seconds old. Throws an `UnreadableError`. */
  getNewHash(chainId: number): Promise<Hex>;
  /** Reads contracts at a block, in one request to each node if possible. Throws an `UnreadableError`. */
  readContracts(chainId: number, groups: readonly StepGroup[], hash: Hex): Promise<(StepAnswer[] | null)[]>;
  /** Proves storage of a contract, in one request. With `header`, which was proven before, it is not asked for again. */
  prove(
    chainId: number,
    contract: Address,
    slots: readonly Hex[],
    block: Block,
    header?: Hex,
  ): Promise<ProvenStorage>;
  close(): Promise<void>;
}

interface Dependencies {
  readonly store: Pick<NodeStore, 'report'>;
  readonly registry: Registry;
  readonly log: Logger;
}

interface OpenChain {
  readonly source: Source;
  readonly tokens: TokenReader;
  readonly contracts: ContractReader;
  readonly getNewHash: () => Promise<Hex>;
}

export function createChainReader(
  chains: readonly ConfiguredChain[],
  { store, registry, log }: Dependencies,
): ChainReader {
  const budget = startNodeBudget(chains, store, log);
  const observers = [addNodeMetrics(registry, chains), { ...budget, erred() {}, voted() {} }];
  const opened = new Map<number, OpenChain>();
  /** The number of questions of each chain that have a place, and have not asked the nodes yet. */
  const places = new Map<number, number>();
  const runUnderWay = createUnderWay(MAX_CALLS_UNDER_WAY, TOO_MANY);
  const runSteps = createUnderWay(MAX_STEPS_UNDER_WAY, TOO_MANY);
  const runProof = createUnderWay(MAX_PROOFS_UNDER_WAY, TOO_MANY);

  function getChain(chainId: number): ConfiguredChain {
    const chain = chains.find((each) => each.chainId === chainId);
    if (!chain) throw new TypeError(`Chain ${chainId} is not configured.`);
    return chain;
  }

  /** Connects when a chain is asked about for the first time. */
  function open(chainId: number) {
    const known = opened.get(chainId);
    if (known) return known;
    const source = connectNodes(getChain(chainId), { observers, budget, timeoutMs: NODE_TIMEOUT_MS });
    const fresh = {
      source,
      tokens: createTokenReader(source),
      contracts: createContractReader(source),
      getNewHash: createNewHash(source),
    };
    opened.set(chainId, fresh);
    return fresh;
  }

  /** Ends the wait of the client, whatever the nodes do. */
  async function inTime<T>(chainId: number, answer: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new UnreadableError('nodes_unavailable')), NODE_TIMEOUT_MS);
    try {
      return await Promise.race([answer, promise]);
    } catch (error) {
      const unreadable = unreadableOf(error);
      log.warn({ chainId, reason: unreadable.reason }, 'the nodes could not answer a request');
      throw unreadable;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    takePlace(chainId) {
      const taken = places.get(chainId) ?? 0;
      if (getChain(chainId).nodes.every((node) => budget.isFull(node, taken)))
        throw new ProblemError('overloaded', TOO_MANY);
      places.set(chainId, taken + 1);
      let isTaken = true;
      return () => {
        if (isTaken) places.set(chainId, (places.get(chainId) ?? 0) - 1);
        isTaken = false;
      };
    },
    completeBlock: (chainId, pinned, when) =>
      inTime(chainId, completeBlock(open(chainId).source, pinned, when)),
    callToken: (chainId, contract, calls, block) =>
      runUnderWay(calls.length, () =>
        inTime(chainId, open(chainId).tokens.read(contract, calls, block.hash)),
      ),
    getNewHash: (chainId) => inTime(chainId, open(chainId).getNewHash()),
    readContracts: (chainId, groups, hash) =>
      runSteps(groups.flat().length, () => inTime(chainId, open(chainId).contracts.read(groups, hash))),
    prove: (chainId, contract, slots, block, header) =>
      runProof(1, () => inTime(chainId, open(chainId).source.prove(contract, slots, block, header))),
    close: budget.close,
  };
}

/** Asks for the newest block when the last one was asked for too long ago. Requests of the same moment share the question. */
function createNewHash(source: Source): () => Promise<Hex> {
  let asked: { readonly hash: Promise<Hex>; readonly at: number } | null = null;
  return () => {
    const now = performance.now();
    if (asked && now - asked.at < NEW_MS) return asked.hash;
    const fresh = { hash: source.getHead().then(({ hash }) => hash), at: now };
    asked = fresh;
    fresh.hash.catch(() => {
      if (asked === fresh) asked = null;
    });
    return fresh.hash;
  };
}
