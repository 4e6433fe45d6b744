/** Holds a block's logs against what its header commits to. */
import { type Address, v1Abi, v2Abi } from '@mandate/core';
import { type Hex, toEventSelector } from 'viem';
import { bloomOf, fullnessOf, isInBloom, isWithin } from './bloom.ts';
import type { Header, Log, Source } from './node.ts';
import { QuorumError } from './quorum.ts';
import { receiptsRoot } from './receipts-root.ts';
import { RpcError } from './rpc.ts';

/** What a chain's headers can be held to. */
export interface Evidence {
  /** Headers carry the bloom of their logs. */
  readonly bloom: boolean;
  /** Receipts are encoded as Ethereum does, so that their root can be computed. */
  readonly receipts: boolean;
}

/** A node's logs contradict its own headers. */
export class LyingNodeError extends Error {
  override readonly name = 'LyingNodeError';
  constructor(source: string, header: Header, what: string) {
    super(`${source} contradicts itself on block ${header.number} ${header.hash}: ${what}`);
  }
}

/** A bloom that is fuller says too little to be worth fetching a whole block for. */
const TELLING = 0.5;

const TOPICS: readonly Hex[] = [...v1Abi, ...v2Abi].flatMap((item) =>
  item.type === 'event' ? [toEventSelector(item)] : [],
);

/** Whether the bloom allows for an event of a registry: if not, there is none. */
export function mayHoldEvents({ logsBloom }: Header, registries: readonly Address[]): boolean {
  return (
    registries.some((registry) => isInBloom(logsBloom, registry)) &&
    TOPICS.some((topic) => isInBloom(logsBloom, topic))
  );
}

/** Throws `LyingNodeError` where the logs can't be those of the block. */
export async function verifyLogs(
  source: Source,
  evidence: Evidence,
  registries: readonly Address[],
  header: Header,
  logs: readonly Log[],
): Promise<void> {
  const lie = (what: string) => new LyingNodeError(source.name, header, what);
  if (logs.some(({ blockHash, block }) => blockHash !== header.hash || block !== header.number)) {
    throw lie('its logs are of another block');
  }
  if (evidence.bloom) {
    for (const { address, topics } of logs) {
      if (![address, ...topics].every((value) => isInBloom(header.logsBloom, value))) {
        throw lie('it sends a log that the bloom rules out');
      }
    }
    if (logs.length === 0 && !mayHoldEvents(header, registries)) return;
  }
  const all = await listAll(source, evidence, header);
  const held = all?.filter(({ address }) => registries.includes(address));
  if (held && digest(held) !== digest(logs)) {
    throw lie(
      `it sends ${logs.length} logs of the registries, and other ones or ${held.length} with the block`,
    );
  }
}

/** Every log of the block, as far as its header vouches for them. Null where it can't. */
async function listAll(source: Source, evidence: Evidence, header: Header): Promise<readonly Log[] | null> {
  if (evidence.receipts) return listProven(source, header);
  if (evidence.bloom && fullnessOf(header.logsBloom) <= TELLING) return listExplaining(source, header);
  return null;
}

/** The receipts' root commits to the logs and their order, so that it commits to their positions too. */
async function listProven(source: Source, header: Header): Promise<readonly Log[]> {
  const receipts = await source.getReceipts(header.hash);
  if (receiptsRoot(receipts) !== header.receiptsRoot) {
    throw new LyingNodeError(source.name, header, 'its receipts do not have the root of the header');
  }
  const logs = receipts.flatMap((receipt) => receipt.logs);
  if (logs.some(({ log }, i) => log !== i)) {
    throw new LyingNodeError(source.name, header, 'its receipts misplace their logs');
  }
  return logs;
}

/** Each bit of the bloom is there because of a log: one that no log explains tells of a log that is missing. */
async function listExplaining(source: Source, header: Header): Promise<readonly Log[]> {
  const logs = await listUnfiltered(source, header.hash);
  const bloom = bloomOf(logs.flatMap(({ address, topics }) => [address, ...topics]));
  if (!isWithin(header.logsBloom, bloom)) {
    throw new LyingNodeError(
      source.name,
      header,
      'it keeps back logs that its bloom tells of (if the blooms of this chain are odd, set "bloom": false)',
    );
  }
  return logs;
}

/** Some nodes give no logs without an address, some have no receipts of a block. */
async function listUnfiltered(source: Source, hash: Hex): Promise<readonly Log[]> {
  try {
    return (await source.getLogs(null, [hash])).flat();
  } catch (error) {
    const refused =
      error instanceof RpcError ||
      (error instanceof QuorumError && error.errors.some((each) => each instanceof RpcError));
    if (!refused) throw error;
  }
  return (await source.getReceipts(hash)).flatMap((receipt) => receipt.logs);
}

function digest(logs: readonly Log[]): string {
  return JSON.stringify(logs.map(({ address, topics, data, log, tx }) => [address, topics, data, log, tx]));
}
