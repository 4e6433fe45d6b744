/** Sets up the suite's chains: two that are followed, and one for each reason that an answer is unknown. */
import { setTimeout as delay } from 'node:timers/promises';
import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import {
  encodeGrant,
  type LocalChain,
  registryOf,
  startLocalChain,
  throughWallet,
  writeOf,
} from '@mandate/contracts';
import { type Address, type Delegation, parseAddress } from '@mandate/core';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { type Service, startService } from '@mandate/testing/service/service';
import { pino } from 'pino';
import type { StageValues } from '../conformance-case.ts';
import {
  COLD,
  ELSEWHERE,
  GRANTS_OF_CHAIN_10,
  GRANTS_OF_MAINNET,
  give,
  HOT,
  LATE_GRANTS,
  LATE_REVOCATIONS,
  MANY,
  MANY_COUNT,
  REVOKED,
} from '../grants.ts';
import { ask } from './ask.ts';
import { NODES, SILENT_S, WRITTEN, writeByHand, writeReplaced } from './chains-by-hand.ts';
import { GRANTS_OF_TABLE } from './check-table.ts';
import { PEPPER, writeKeys } from './keys.ts';

/** The number that fits into one transaction. */
const GRANTS_AT_ONCE = 60;
/** More than a block needs to become final. */
const BLOCKS_TO_FINAL = 12;

export type ConformanceStage = Awaited<ReturnType<typeof startStage>>;

export async function startStage() {
  const mainnet = await startLocalChain({ chainId: 1, smartWallets: [MANY] });
  const second = await startLocalChain({ chainId: 10 });
  const past = await grantAll(mainnet, second);
  const service = await startService({ chains: [mainnet, second], unfollowed: WRITTEN });
  await writeByHand(service.database);
  await Promise.all([service.catchUp(mainnet), service.catchUp(second)]);
  const cursors = await takeCursors(service, mainnet);
  await sendAll(mainnet, LATE_REVOCATIONS, true);
  await sendAll(mainnet, LATE_GRANTS);
  await mainnet.mine();
  await service.catchUp(mainnet);
  const latest = await momentOf('latest', mainnet);
  const next = { 'next.number': String(Number(latest['latest.number']) + 1) };
  const values: StageValues = { ...past, ...cursors, ...latest, ...next };
  const blind = await startApi({
    databaseUrl: 'postgres://nobody@127.0.0.1:9/nothing',
    chains: { 10: NODES },
  });
  await writeKeys(service.database);
  // On the same ledger. It limits requests without a key.
  const limited = await startApi({
    databaseUrl: service.databaseUrl,
    chains: { 1: UNFOLLOWED },
    limit: { redisUrl: null, trustedHops: 1 },
    peppers: [PEPPER],
  });
  // Waits until the indexer has been silent for too long, for the newest service as well.
  await delay(1_000 * (SILENT_S + 1));
  return {
    values,
    chains: [mainnet, second],
    urls: { usual: service.url, blind: blind.url, limited: limited.url },
    async close() {
      await blind.close();
      await limited.close();
      await service.close();
      await Promise.all([mainnet.stop(), second.stop()]);
    },
  };
}

/** Returns three moments: the block before the samples' grants, that of the grants, and a final one without events. */
async function grantAll(mainnet: LocalChain, second: LocalChain): Promise<StageValues> {
  const [first = [], ofSamples = [], ...rest] = GRANTS_OF_MAINNET;
  const mine = async (chain: LocalChain) => {
    // Blocks of the same second would be one moment.
    await chain.client.increaseTime({ seconds: 2 });
    await chain.mine();
  };
  const grant = async (chain: LocalChain, delegations: readonly Delegation[]) => {
    await sendAll(chain, delegations);
    await mine(chain);
  };
  await grant(mainnet, first);
  const before = await momentOf('before', mainnet);
  await grant(mainnet, ofSamples);
  const granted = await momentOf('granted', mainnet);
  for (const delegations of rest) await grant(mainnet, delegations);
  await sendAll(mainnet, REVOKED, true);
  const many = Array.from({ length: MANY_COUNT }, (_, i) => {
    const delegation = give('v2', 'all', { from: MANY, to: manyOf(i) });
    return { to: registryOf(mainnet, delegation), data: encodeGrant(delegation) };
  });
  for (let i = 0; i < many.length; i += GRANTS_AT_ONCE) {
    await mainnet.send(throughWallet(MANY, many.slice(i, i + GRANTS_AT_ONCE)));
  }
  await grant(mainnet, GRANTS_OF_TABLE);
  await grant(second, GRANTS_OF_CHAIN_10);
  await mine(mainnet);
  return { ...before, ...granted, ...(await momentOf('quiet', mainnet)) };
}

/** Sends all writes into the next block, each from its own wallet. */
async function sendAll(chain: LocalChain, delegations: readonly Delegation[], ends = false): Promise<void> {
  for (const delegation of delegations) await chain.send(writeOf(chain, delegation, ends));
}

async function momentOf(name: string, { client }: LocalChain): Promise<StageValues> {
  const { number, timestamp } = await client.getBlock();
  return { [`${name}.number`]: String(number), [`${name}.time`]: String(timestamp) };
}

const manyOf = (i: number): Address => parseAddress(`0x3a2e${i.toString(16).padStart(36, '0')}`);

async function takeCursors(service: Service, mainnet: LocalChain): Promise<StageValues> {
  const next = async (path: string) => {
    const { status, headers, text } = await ask(service.url, path);
    const cursor = /[?&]cursor=([\w-]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    if (!cursor) throw new Error(`${path} has no next page: ${status} ${text.slice(0, 500)}`);
    return { cursor, block: headers.get('x-block-number') ?? '' };
  };
  const final = await next(`/registry/v2/${COLD}?limit=1`);
  await mainnet.mine(BLOCKS_TO_FINAL);
  await service.catchUp(mainnet);
  const replace = await writeReplaced(service.database);
  const values: Record<string, string> = { 'final.number': final.block, 'cursor.final': final.cursor };
  const lists = {
    v1: `/registry/v1/${COLD}?limit=1`,
    v2: `/registry/v2/${COLD}?limit=1`,
    otherWallet: `/registry/v2/${HOT.all}?limit=1`,
    otherChain: `/registry/v2/${ELSEWHERE}?chainId=10&limit=1`,
    many: `/registry/v2/${MANY}?limit=1`,
    past: `/registry/v2/${COLD}?limit=1&atBlock=${final.block}`,
    strict: `/registry/v2/${COLD}?limit=1&consistency=strict`,
    manyLast: `/registry/v2/${MANY}?limit=1000`,
    replacedV1: `/registry/v1/${COLD}?chainId=59144&limit=1`,
    replacedV2: `/registry/v2/${COLD}?chainId=59144&limit=1`,
  };
  for (const [name, path] of Object.entries(lists)) values[`cursor.${name}`] = (await next(path)).cursor;
  await replace();
  return values;
}

type ApiOptions = Omit<Parameters<typeof createApi>[0], 'chains' | 'log'> & { readonly chains: object };

async function startApi({ chains, ...options }: ApiOptions) {
  const configured = readChains({ CHAINS: JSON.stringify(chains) });
  const api = await createApi({ ...options, chains: configured, log: pino({ level: 'silent' }) });
  return { url: await api.app.listen({ host: '127.0.0.1', port: 0 }), close: api.close };
}
