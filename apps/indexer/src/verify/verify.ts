/** Holds a block's logs against what its header commits to. */
import { type Address, type Chain, v1Abi, v2Abi } from '@mandate/core';
import { type Hex, toEventSelector } from 'viem';
import { QuorumError } from '../nodes/quorum.ts';
import { RpcError } from '../nodes/rpc-errors.ts';
import type { Header, Log, Source } from '../nodes/source.ts';
import { bloomOf, fullnessOf, isInBloom, isWithin } from './bloom.ts';
import { receiptsRoot } from './receipts-root.ts';

/** What a chain's headers can be held to. */
export type Evidence = Chain['evidence'];

/** A node's logs contradict its own headers. */
export class LyingNodeError extends Error {
  override readonly name = 'LyingNodeError';
  constructor(source: string, header: Header, what: string) {
    super(`${source} contradicts itself on block ${header.number} ${header.hash}: ${what}`);
  }
}

/** Whole blocks are large, and requests may be limited: so many of them come in one. */
const BLOCKS_AT_ONCE = 16;

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

export interface BlockLogs {
  readonly header: Header;
  /** What the node gives as the block's logs of the registries. */
  readonly logs: readonly Log[];
}

/** Throws `LyingNodeError` where the logs can't be those of their blocks. */
export async function verifyLogs(
  source: Source,
  evidence: Evidence,
  registries: readonly Address[],
  blocks: readonly BlockLogs[],
): Promise<void> {
  for (const block of blocks) holdAgainstHeader(source, evidence, block);
  const proof = findProof(evidence);
  const open = proof ? blocks.filter((block) => proof.applies(block, registries)) : [];
  for (let first = 0; proof && first < open.length; first += BLOCKS_AT_ONCE) {
    const some = open.slice(first, first + BLOCKS_AT_ONCE);
    const all = await proof.list(
      source,
      some.map(({ header }) => header),
    );
    for (const [i, { header, logs }] of some.entries()) {
      const held = all[i]?.filter(({ address }) => registries.includes(address)) ?? [];
      if (digest(held) === digest(logs)) continue;
      const counts = `${logs.length} logs of the registries, and other ones or ${held.length} with the block`;
      throw new LyingNodeError(source.name, header, `it sends ${counts}`);
    }
  }
}

function holdAgainstHeader(source: Source, { bloom }: Evidence, { header, logs }: BlockLogs): void {
  for (const { blockHash, block, address, topics } of logs) {
    if (blockHash !== header.hash || block !== header.number) {
      throw new LyingNodeError(source.name, header, 'its logs are of another block');
    }
    if (bloom && ![address, ...topics].every((value) => isInBloom(header.logsBloom, value))) {
      throw new LyingNodeError(source.name, header, 'it sends a log that the bloom rules out');
    }
  }
}

/** How every log of a block is come by, as far as its header vouches for them. */
interface Proof {
  applies(block: BlockLogs, registries: readonly Address[]): boolean;
  list(source: Source, headers: readonly Header[]): Promise<readonly (readonly Log[])[]>;
}

function findProof({ bloom, receipts }: Evidence): Proof | null {
  const mayBeMissing = ({ header, logs }: BlockLogs, registries: readonly Address[]) =>
    !bloom || logs.length > 0 || mayHoldEvents(header, registries);
  if (receipts) return { applies: mayBeMissing, list: listProven };
  if (!bloom) return null;
  const isTelling = ({ header }: BlockLogs) => fullnessOf(header.logsBloom) <= TELLING;
  return {
    applies: (block, registries) => mayBeMissing(block, registries) && isTelling(block),
    list: listExplaining,
  };
}

/** The receipts' root commits to the logs and their order, so that it commits to their positions too. */
async function listProven(source: Source, headers: readonly Header[]): Promise<Log[][]> {
  const receipts = await source.getReceipts(headers.map(({ hash }) => hash));
  return headers.map((header, i) => {
    const ofBlock = receipts[i] ?? [];
    if (receiptsRoot(ofBlock) !== header.receiptsRoot) {
      throw new LyingNodeError(source.name, header, 'its receipts do not have the root of the header');
    }
    const logs = ofBlock.flatMap((receipt) => receipt.logs);
    if (logs.some(({ log }, position) => log !== position)) {
      throw new LyingNodeError(source.name, header, 'its receipts misplace their logs');
    }
    return logs;
  });
}

/** Each bit of the bloom is there because of a log: one that no log explains tells of a log that is missing. */
async function listExplaining(
  source: Source,
  headers: readonly Header[],
): Promise<readonly (readonly Log[])[]> {
  const all = await listUnfiltered(
    source,
    headers.map(({ hash }) => hash),
  );
  for (const [i, header] of headers.entries()) {
    const bloom = bloomOf((all[i] ?? []).flatMap(({ address, topics }) => [address, ...topics]));
    if (isWithin(header.logsBloom, bloom)) continue;
    throw new LyingNodeError(
      source.name,
      header,
      'it keeps back logs that its bloom tells of (if the blooms of this chain are odd, set "bloom": false)',
    );
  }
  return all;
}

/** Some nodes give no logs without an address, some have no receipts of a block. */
async function listUnfiltered(source: Source, hashes: readonly Hex[]): Promise<readonly (readonly Log[])[]> {
  try {
    return await source.getLogs(null, hashes);
  } catch (error) {
    const refused =
      error instanceof RpcError ||
      (error instanceof QuorumError && error.errors.some((each) => each instanceof RpcError));
    if (!refused) throw error;
  }
  return (await source.getReceipts(hashes)).map((receipts) => receipts.flatMap((receipt) => receipt.logs));
}

function digest(logs: readonly Log[]): string {
  return JSON.stringify(logs.map(({ address, topics, data, log, tx }) => [address, topics, data, log, tx]));
}
