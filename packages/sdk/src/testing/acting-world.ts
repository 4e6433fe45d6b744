/** A local chain, the service over it, and holders with their own wallets. */
import { startLocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { startService } from '@mandate/testing/service/service';
import { until } from '@mandate/testing/until';
import { encodeWrites, type Write } from '../calldata/index.ts';
import { createClient } from '../client/create-client.ts';
import type { Network } from '../generated/networks.ts';
import { type Progress, runTransaction, type Transaction } from '../transactions/index.ts';
import { createHeadlessWallet } from './headless-wallet.ts';

const TIMING = { pollMs: 20, watchMs: 20, droppedMs: 300 };
const BALANCE_WEI = 10n ** 20n;

export type ActingWorld = Awaited<ReturnType<typeof startActingWorld>>;

export type Holder = Awaited<ReturnType<ActingWorld['createHolder']>>;

export async function startActingWorld() {
  const chain = await startLocalChain();
  const service = await startService({ chains: [chain] });
  // No holder meets a chain that is still being read.
  await service.catchUp(chain);
  const client = createClient({ baseUrl: service.url, retries: 0 });
  const network: Network = {
    chainId: chain.chainId,
    name: 'Local',
    testnet: true,
    explorer: null,
    registries: chain.registries,
    proofs: false,
    publicNode: null,
  };
  let holders = 0;

  async function createHolder() {
    holders++;
    const vault = parseAddress(`0x${(0xc0000 + holders).toString(16).padStart(40, '0')}`);
    // The wallet that gets delegations.
    const to = parseAddress(`0x${(0xe0000 + holders).toString(16).padStart(40, '0')}`);
    await chain.client.setBalance({ address: vault, value: BALANCE_WEI });
    const wallet = createHeadlessWallet(chain.url, vault, chain.chainId);
    const steps: Progress[] = [];
    let leaving = new AbortController();
    let running = Promise.resolve();

    /** Leaves the page. */
    async function leave(): Promise<void> {
      leaving.abort();
      await running;
    }

    return {
      vault,
      to,
      wallet,
      steps,
      /** A transaction with these changes of one registry. */
      plan(...writes: Write[]): Transaction {
        const [first] = writes;
        const registry = first && 'grant' in first ? first.grant.registry : 'v1';
        const to = chain.registries[registry];
        if (!to) throw new Error(`The chain has no ${registry}.`);
        return { chainId: chain.chainId, registry, from: vault, to, data: encodeWrites(writes), writes };
      },
      /** A delegation of the whole wallet. */
      grantAll: {
        action: 'grant',
        chainId: chain.chainId,
        grant: { registry: 'v2', type: 'all', to },
      } as Write,
      /** Starts a run, after the end of the one before. */
      async start(...transactions: [Transaction, ...Transaction[]]) {
        await leave();
        leaving = new AbortController();
        const onProgress = (progress: Progress) => steps.push(progress);
        const { signal } = leaving;
        const { provider } = wallet;
        const parameters = { provider, network, transactions, onProgress, signal };
        running = runTransaction(client, { ...parameters, timing: TIMING });
        return running;
      },
      /** Waits for a step. */
      async reach(step: Progress['step'], fields: object = {}) {
        const wanted = Object.entries({ step, ...fields });
        const isReached = () => {
          const progress: object = steps.at(-1) ?? {};
          return wanted.every(([name, value]) => Reflect.get(progress, name) === value);
        };
        await until(`the step ${JSON.stringify(wanted)}`, isReached).catch((cause: unknown) => {
          throw new Error(`The last step is ${JSON.stringify(steps.at(-1))}.`, { cause });
        });
      },
      last: () => steps.at(-1),
      leave,
    };
  }

  return {
    chain,
    service,
    client,
    network,
    /** Returns a holder whom no other test knows, with a connected wallet. */
    createHolder,
    mine: (blocks = 1) => chain.client.mine({ blocks }),
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}
