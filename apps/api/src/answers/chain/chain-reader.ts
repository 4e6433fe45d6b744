/** Reads a chain through its nodes for requests: blocks, token contracts and proofs of storage. */
import type { ConfiguredChain } from '@mandate/config';
import {
  addNodeMetrics,
  connectNodes,
  createContractReader,
  createTokenReader,
  type Source,
} from '@mandate/nodes';
import type { NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Asker } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import {
  countByGas,
  countEach,
  createContractsInTurn,
  createTakePlace,
  type NamedBlock,
  type NewBlock,
  type NodeAccess,
  type OpenChain,
} from './node-access.ts';
import { startNodeBudget } from './node-budget.ts';
import type { NodeUse } from './node-meter.ts';
import { createNodeShares } from './node-shares.ts';
import { UnreadableError, unreadableOf } from './unreadable.ts';

/** A client that waits this long has given up. */
const NODE_TIMEOUT_MS = 5_000;
/** A block counts as new for this long. Names do not change often. */
const NEW_MS = 15_000;

export interface ChainReader {
  /**
   * Takes a place in the budget of the nodes for a client, so that nothing is read in vain before they are asked. Refuses
   * the request if there is none.
   */
  takePlace(chainId: number, asker: Asker, use: NodeUse): NodeAccess;
  close(): Promise<void>;
}

interface Dependencies {
  readonly store: Pick<NodeStore, 'report'>;
  readonly registry: Registry;
  readonly log: Logger;
}

export function createChainReader(
  chains: readonly ConfiguredChain[],
  { store, registry, log }: Dependencies,
): ChainReader {
  const shares = createNodeShares(chains);
  const budget = startNodeBudget(chains, shares, { store, log });
  const observers = [addNodeMetrics(registry, chains), { ...budget, erred() {}, voted() {} }];
  const opened = new Map<number, OpenChain>();

  function getChain(chainId: number): ConfiguredChain {
    const chain = chains.find((each) => each.chainId === chainId);
    if (!chain) throw new TypeError(`Chain ${chainId} is not configured.`);
    return chain;
  }

  /** Connects when a chain is asked about for the first time. */
  function open(chain: ConfiguredChain): OpenChain {
    const known = opened.get(chain.chainId);
    if (known) return known;
    const source = connectNodes(chain, { observers, budget, timeoutMs: NODE_TIMEOUT_MS });
    const fresh = {
      source,
      tokens: createTokenReader(createContractsInTurn(source, shares, countEach)),
      contracts: createContractReader(createContractsInTurn(source, shares, countByGas)),
      newBlock: createNewBlock(source),
    };
    opened.set(chain.chainId, fresh);
    return fresh;
  }

  async function inTime<T>(chainId: number, answer: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new UnreadableError('nodes_unavailable')), NODE_TIMEOUT_MS);
    try {
      return await Promise.race([answer, promise]);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const unreadable = unreadableOf(error);
      log.warn({ chainId, reason: unreadable.reason }, 'the nodes could not answer a request');
      throw unreadable;
    } finally {
      clearTimeout(timer);
    }
  }

  const takePlace = createTakePlace({ shares, open, inTime });
  return {
    takePlace: (chainId, asker, use) => takePlace(getChain(chainId), asker, use),
    close: budget.close,
  };
}

/** Asks for the newest block when the last one was asked for too long ago. Requests of the same moment share the question. */
function createNewBlock(source: Source): NewBlock {
  let asked: { readonly block: Promise<NamedBlock>; readonly at: number } | null = null;
  return {
    get() {
      const now = performance.now();
      if (asked && now - asked.at < NEW_MS) return asked.block;
      const block = source.getHead().then(({ number, hash }) => ({ number, hash }));
      const fresh = { block, at: now };
      asked = fresh;
      fresh.block.catch(() => {
        if (asked === fresh) asked = null;
      });
      return fresh.block;
    },
    async forget({ hash }) {
      const known = asked;
      if (known && (await known.block).hash === hash && asked === known) asked = null;
    },
  };
}
