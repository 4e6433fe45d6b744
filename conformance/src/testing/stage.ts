/** Sets up the suite's chains: two that are followed, and one for each reason that an answer is unknown. */
import { setTimeout as delay } from 'node:timers/promises';
import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import {
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  startLocalChain,
  throughWallet,
} from '@mandate/contracts';
import { type Address, type Delegation, grantOf, parseAddress } from '@mandate/core';
import { createWriter } from '@mandate/store';
import { at, block, row } from '@mandate/testing/database';
import { UNFOLLOWED } from '@mandate/testing/ledger-api';
import { type Service, startService } from '@mandate/testing/service';
import { pino } from 'pino';
import type { Hex } from 'viem';
import type { Moment, Moments, Stage } from '../conformance-case.ts';
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
} from '../samples.ts';
import { ask } from './ask.ts';
import { NODES, SILENT_S, WRITTEN, writeByHand } from './chains-by-hand.ts';
import { GRANTS_OF_TABLE } from './check-table.ts';
import { PEPPER, writeKeys } from './keys.ts';

/** The number that fits into one transaction. */
const GRANTS_AT_ONCE = 60;
/** More than a block needs to become final. */
const BLOCKS_TO_FINAL = 12;

export interface ConformanceStage extends Stage {
  readonly chains: readonly LocalChain[];
  readonly urls: { readonly usual: string; readonly blind: string; readonly limited: string };
  close(): Promise<void>;
}

export async function startStage(): Promise<ConformanceStage> {
  const mainnet = await startLocalChain({ chainId: 1, smartWallets: [MANY] });
  const second = await startLocalChain({ chainId: 10 });
  const past = await grantAll(mainnet, second);
  const service = await startService({ chains: [mainnet, second], unfollowed: WRITTEN });
  await writeByHand(service.database);
  await Promise.all([service.catchUp(mainnet), service.catchUp(second)]);
  const cursors = await takeCursors(service, mainnet);
  await sendAll(mainnet, LATE_REVOCATIONS, (delegation) => encodeRevoke(grantOf(delegation)));
  await sendAll(mainnet, LATE_GRANTS, encodeGrant);
  await mainnet.mine();
  await service.catchUp(mainnet);
  const blind = await startBlind();
  const limited = await startLimited(service);
  // Waits until the indexer has been silent for too long, for the newest service as well.
  await delay(1_000 * (SILENT_S + 1));
  return {
    ...cursors,
    moments: { ...past, latest: await momentOf(mainnet) },
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

async function grantAll(mainnet: LocalChain, second: LocalChain): Promise<Omit<Moments, 'latest'>> {
  const [first = [], ofSamples = [], ...rest] = GRANTS_OF_MAINNET;
  const grant = async (chain: LocalChain, delegations: readonly Delegation[]) => {
    await sendAll(chain, delegations, encodeGrant);
    // Blocks of the same second would be one moment.
    await chain.client.increaseTime({ seconds: 2 });
    await chain.mine();
    return momentOf(chain);
  };
  const before = await grant(mainnet, first);
  const granted = await grant(mainnet, ofSamples);
  for (const delegations of rest) await grant(mainnet, delegations);
  await sendAll(mainnet, REVOKED, (delegation) => encodeRevoke(grantOf(delegation)));
  const many = Array.from({ length: MANY_COUNT }, (_, i) => {
    const delegation = give('v2', 'all', { from: MANY, to: manyOf(i) });
    return { to: registryOf(mainnet, delegation), data: encodeGrant(delegation) };
  });
  for (let i = 0; i < many.length; i += GRANTS_AT_ONCE) {
    await mainnet.send(throughWallet(MANY, many.slice(i, i + GRANTS_AT_ONCE)));
  }
  await grant(mainnet, GRANTS_OF_TABLE);
  await grant(second, GRANTS_OF_CHAIN_10);
  await mainnet.client.increaseTime({ seconds: 2 });
  await mainnet.mine();
  return { before, granted, quiet: await momentOf(mainnet) };
}

function registryOf({ chainId, registries }: LocalChain, { registry }: Delegation): Address {
  const address = registries[registry];
  if (!address) throw new Error(`Chain ${chainId} has no ${registry} registry.`);
  return address;
}

/** Sends all writes into the next block, each from its own wallet. */
async function sendAll(
  chain: LocalChain,
  delegations: readonly Delegation[],
  encode: (delegation: Delegation) => Hex,
): Promise<void> {
  for (const delegation of delegations) {
    const to = registryOf(chain, delegation);
    await chain.send({ from: delegation.from, to, data: encode(delegation) });
  }
}

async function momentOf({ client }: LocalChain): Promise<Moment> {
  const { number, timestamp } = await client.getBlock();
  return { number: String(number), time: String(timestamp) };
}

const manyOf = (i: number): Address => parseAddress(`0x3a2e${i.toString(16).padStart(36, '0')}`);

async function takeCursors(service: Service, mainnet: LocalChain): Promise<Omit<Stage, 'moments'>> {
  const next = async (path: string) => {
    const { status, headers, text } = await ask(service.url, path);
    const cursor = /[?&]cursor=([\w-]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    if (!cursor) throw new Error(`${path} has no next page: ${status} ${text.slice(0, 500)}`);
    return { cursor, block: headers.get('x-block-number') ?? '' };
  };
  const final = await next(`/registry/v2/${COLD}?limit=1`);
  await mainnet.mine(BLOCKS_TO_FINAL);
  await service.catchUp(mainnet);
  const take = async (path: string) => (await next(path)).cursor;
  const replaced = await replaceBlocks(service, take);
  return {
    finalBlock: final.block,
    cursors: {
      final: final.cursor,
      v1: await take(`/registry/v1/${COLD}?limit=1`),
      v2: await take(`/registry/v2/${COLD}?limit=1`),
      otherWallet: await take(`/registry/v2/${HOT.all}?limit=1`),
      otherChain: await take(`/registry/v2/${ELSEWHERE}?chainId=10&limit=1`),
      many: await take(`/registry/v2/${MANY}?limit=1`),
      past: await take(`/registry/v2/${COLD}?limit=1&atBlock=${final.block}`),
      strict: await take(`/registry/v2/${COLD}?limit=1&consistency=strict`),
      manyLast: await take(`/registry/v2/${MANY}?limit=1000`),
      ...replaced,
    },
  };
}

/** Begins two lists on a chain that then rewinds below their block. */
async function replaceBlocks({ database }: Service, take: (path: string) => Promise<string>) {
  const writer = createWriter(database);
  const marks = { head: 3, safe: 0, finalized: 0 };
  await writer.open(59144, block(0), marks);
  const rows = (['v1', 'v2'] as const).flatMap((registry) => [
    row(give(registry, 'all', {}), at(1, registry === 'v1' ? 0 : 1)),
    row(give(registry, 'contract', {}), at(2, registry === 'v1' ? 0 : 1)),
  ]);
  await writer.commit(59144, {
    parent: block(0),
    ended: [],
    begun: rows,
    block: block(3),
    replaceable: [block(1), block(2)],
    eventful: [block(1), block(2)],
    uncertain: [],
    marks,
    state: 'following',
  });
  const cursors = {
    replacedV1: await take(`/registry/v1/${COLD}?chainId=59144&limit=1`),
    replacedV2: await take(`/registry/v2/${COLD}?chainId=59144&limit=1`),
  };
  await writer.rewind(59144, block(3), block(1));
  return cursors;
}

/** Starts a service without a database, which does not support mainnet. */
async function startBlind(): Promise<{ url: string; close(): Promise<void> }> {
  const chains = readChains({ CHAINS: JSON.stringify({ 10: NODES }) });
  const api = await createApi({
    databaseUrl: 'postgres://nobody@127.0.0.1:9/nothing',
    chains,
    log: pino({ level: 'silent' }),
  });
  return { url: await api.app.listen({ host: '127.0.0.1', port: 0 }), close: api.close };
}

/** Starts a second service on the same ledger, which has keys and limits requests without one. */
async function startLimited(service: Service): Promise<{ url: string; close(): Promise<void> }> {
  await writeKeys(service.database);
  const api = await createApi({
    databaseUrl: service.databaseUrl,
    chains: readChains({ CHAINS: JSON.stringify({ 1: UNFOLLOWED }) }),
    limit: { redisUrl: null, trustedHops: 1 },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  return { url: await api.app.listen({ host: '127.0.0.1', port: 0 }), close: api.close };
}
