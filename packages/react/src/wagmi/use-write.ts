'use client';

import { encodeCall } from '@mandate/sdk/calldata';
import {
  outcomeOf,
  type Progress,
  type Provider,
  runTransaction,
  type Transaction,
  type WalletChain,
} from '@mandate/sdk/transactions';
import type { RegistryCall, RevocableGrant, WritableGrant } from '@mandate/sdk/write';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Config, useConfig } from 'wagmi';
import { useMandate } from '../context.ts';
import { TransactionEndedError } from './transaction-ended-error.ts';

type Address = `0x${string}`;

/** How long the mutation waits for the service once a block has the transaction. */
const MAX_WAIT_MS = 30_000;

/** A transaction that a block contains. */
export interface Written {
  readonly hash: `0x${string}`;
  /** The number of that block. */
  readonly block: number;
  /** `true` if the service confirms the change. `false` if it is behind or down, and answers are unknown until it has the block. */
  readonly isIndexed: boolean;
}

export type WriteResult<G> = UseMutationResult<Written, Error, G> & {
  /** The newest step of the transaction, also after the mutation is over: a reorg can take it back until its block is safe. */
  readonly progress: Progress | null;
};

/** Signs a call with the connected wallet, and follows it until the service confirms it and its block is safe. */
export function useWrite<G extends WritableGrant | RevocableGrant>(
  action: 'grant' | 'revoke',
  callOf: (grant: G) => RegistryCall,
): WriteResult<G> {
  const config = useConfig();
  const { client, feed } = useMandate();
  const [progress, setProgress] = useState<Progress | null>(null);
  const watch = useWatch();

  const mutation = useMutation({
    // A transaction that is sent twice costs twice.
    retry: false,
    mutationFn: async (grant: G): Promise<Written> => {
      const { provider, account: from, network } = await findWallet(config, grant.chainId);
      const { chainId } = network;
      const call = callOf({ ...grant, chainId });
      const transaction: Transaction = {
        ...{ chainId, registry: grant.registry, from, to: call.address, data: encodeCall(call) },
        writes: [{ action, chainId, grant } as Transaction['writes'][number]],
      };
      watch.end();
      const controller = new AbortController();
      const { promise, onStep } = untilWritten();
      void runTransaction(client, {
        ...{ provider, network, transactions: [transaction], signal: controller.signal },
        onProgress(step) {
          setProgress(step);
          if (step.step === 'inBlock' || step.step === 'takenBack')
            feed.tell({ chainId, from, to: grant.to, block: step.block, undone: step.step === 'takenBack' });
          onStep(step);
        },
      });
      return promise.finally(() => watch.begin(controller));
    },
  });
  return { ...mutation, progress };
}

/** Watches one transaction after its mutation is over, as long as the component is on the page. */
function useWatch() {
  const watched = useRef<AbortController | null>(null);
  const isMounted = useRef(true);
  const end = () => {
    watched.current?.abort();
    watched.current = null;
  };
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      watched.current?.abort();
    };
  }, []);
  return {
    end,
    begin(controller: AbortController) {
      if (isMounted.current) watched.current = controller;
      else controller.abort();
    },
  };
}

/** Resolves when the service confirms a transaction, or takes too long for it. Rejects when it ended in another way. */
function untilWritten() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onStep = (_: Progress) => {};
  const promise = new Promise<Written>((resolve, reject) => {
    onStep = (step) => {
      // It is told again with each new doubt of the service.
      if (step.step === 'inBlock') timer ??= setTimeout(() => resolve(writtenOf(step, false)), MAX_WAIT_MS);
      if (step.step === 'known' || step.step === 'safe') resolve(writtenOf(step, true));
      else if (outcomeOf(step).canRetry) reject(new TransactionEndedError(step));
    };
  });
  return {
    promise: promise.finally(() => clearTimeout(timer)),
    onStep: (step: Progress) => onStep(step),
  };
}

const writtenOf = ({ hash, block }: Omit<Written, 'isIndexed'>, isIndexed: boolean): Written => ({
  hash,
  block,
  isIndexed,
});

interface Wallet {
  readonly provider: Provider;
  readonly account: Address;
  readonly network: WalletChain;
}

/** Returns the connected wallet, and the chain to write to. */
async function findWallet({ state, chains }: Config, asked: number | undefined): Promise<Wallet> {
  const connection = state.connections.get(state.current ?? '');
  if (!connection) throw new Error('No wallet is connected. Connect one before you grant or revoke.');
  const chainId = asked ?? connection.chainId;
  const chain = chains.find(({ id }) => id === chainId);
  return {
    provider: (await connection.connector.getProvider({ chainId })) as Provider,
    account: connection.accounts[0],
    network: {
      chainId,
      name: chain?.name ?? `chain ${chainId}`,
      explorer: chain?.blockExplorers?.default.url ?? null,
      publicNode: chain?.rpcUrls.default.http[0] ?? null,
    },
  };
}
