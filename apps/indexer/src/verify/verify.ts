/** Verifies a block's logs against its header. */
import { type Address, type Evidence as AllEvidence, EVENT_TOPICS, type Hex } from '@mandate/core';
import { type Header, type Log, QuorumError, RpcError, type Source } from '@mandate/nodes';
import { bloomOf, fullnessOf, isInBloom, isWithin } from './bloom.ts';
import { receiptsRoot } from './receipts-root.ts';

/** The fields of a chain's headers that can be used to verify logs. */
export type Evidence = Pick<AllEvidence, 'bloom' | 'receipts'>;

/** A node's logs contradict its own headers. */
export class LyingNodeError extends Error {
  override readonly name = 'LyingNodeError';
  constructor(source: string, header: Header, what: string) {
    super(`${source} contradicts itself on block ${header.number} ${header.hash}: ${what}`);
  }
}

/** The most whole blocks in one request: they are large, and requests may be limited. */
const BLOCKS_AT_ONCE = 16;

/** A fuller bloom says too little to be worth fetching a whole block. */
const TELLING = 0.5;

const TOPICS = [...EVENT_TOPICS.values()];

/** Returns whether the bloom allows for an event of a registry. If not, there is none. */
export function mayHoldEvents({ logsBloom }: Header, registries: readonly Address[]): boolean {
  return (
    registries.some((registry) => isInBloom(logsBloom, registry)) &&
    TOPICS.some((topic) => isInBloom(logsBloom, topic))
  );
}

export interface BlockLogs {
  readonly header: Header;
  /** The block's logs of the registries, as the node gives them. */
  readonly logs: readonly Log[];
}

/** Throws a `LyingNodeError` if the logs can't be those of their blocks. */
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
      throw new LyingNodeError(source.name, header, 'its logs are from another block');
    }
    if (bloom && ![address, ...topics].every((value) => isInBloom(header.logsBloom, value))) {
      throw new LyingNodeError(source.name, header, 'it sends a log that the bloom rules out');
    }
  }
}

/** A way to obtain every log of a block, as far as its header proves them. */
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

/** The receipts root commits to the logs and their order, and so to their positions. */
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

/** Every bit of the bloom comes from a log: a bit that no log explains reveals a missing log. */
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
      'it leaves out logs that are in its bloom (if this chain has no valid blooms, set "bloom": false)',
    );
  }
  return all;
}

/** Some nodes return no logs without an address, others no receipts of a block. */
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
