import type { ConfiguredChain } from '@mandate/config';
import type { Registries } from '@mandate/core';
import { type Depths, marksOf, type Source } from '@mandate/nodes';
import {
  type Block,
  type Database,
  describeExisting,
  importLedger,
  NotImportableError,
} from '@mandate/store';
import { describeCounts, type Head } from './ledger-lines.ts';
import { digestOf, readHead, readLedgerFile } from './read-ledger-file.ts';

type ImportedChain = Pick<ConfiguredChain, 'chainId' | 'registries' | 'startBlock'> & {
  readonly possibleRegistries?: Registries;
  readonly depths: Depths;
};

export interface ImportOptions {
  readonly file: string;
  /** The SHA-256 of the file's lines, from a source that the operator trusts. `null` if there is none. */
  readonly digest?: string | null;
}

/**
 * Loads the ledger of a chain from a file. The chain is served once its standing rows are proved. Returns a message
 * for the operator.
 */
export async function importChain(
  chain: ImportedChain,
  source: Source,
  database: Database,
  { file, digest = null }: ImportOptions,
): Promise<string> {
  const { chainId } = chain;
  const { rowCount } = await database.query('select from chain where chain_id = $1', [chainId]);
  if (rowCount) throw new NotImportableError(describeExisting(chainId));
  if (digest !== null) assertDigest(await digestOf(file), digest, file);
  const head = await readHead(file);
  assertOfChain(chain, head);
  const { first, marks } = await lookAtChain(chain, source, head.block);
  const place = {
    chainId,
    first,
    block: head.block,
    marks,
    registries: head.registries,
    verified: digest !== null,
  };
  const read = await importLedger(database, place, async (sink) => {
    const all = await readLedgerFile(file, {
      async blocks(blocks) {
        assertNotBefore(first, blocks[0]);
        await sink.blocks(blocks);
      },
      rows: sink.rows,
    });
    // The file may have changed since its digest was computed.
    if (digest !== null) assertDigest(all.digest, digest, file);
    return all;
  });
  const history =
    digest === null
      ? 'Past questions get 503 history_unverified until a scan of the logs has agreed with the file.'
      : 'The file has the given digest.';
  return (
    `Loaded ${describeCounts(read)} of chain ${chainId}, up to block ${head.block.number}. ` +
    `${history} Start the indexer: it catches up and proves what stands before the chain is served.\n` +
    `sha256 of its lines: ${read.digest}`
  );
}

function assertDigest(found: string, expected: string, file: string): void {
  if (found === expected.toLowerCase().replace(/^0x/, '')) return;
  throw new NotImportableError(`${file} has the digest ${found}, not ${expected}. Nothing was written.`);
}

function assertOfChain({ chainId, registries, possibleRegistries = {} }: ImportedChain, head: Head): void {
  if (head.chainId !== chainId)
    throw new NotImportableError(
      `The file is for chain ${head.chainId}, not ${chainId}. Use another file, or another --chain.`,
    );
  for (const registry of ['v1', 'v2'] as const) {
    const found = registries[registry] ? undefined : possibleRegistries[registry];
    if ([registries[registry], found].includes(head.registries[registry])) continue;
    const [theirs = 'no', ours = 'no'] = [head.registries[registry], registries[registry]];
    const differ = `The file has ${theirs} ${registry} registry, but the configuration has ${ours}.`;
    throw new NotImportableError(`${differ} Set "registries" of chain ${chainId}, or use another file.`);
  }
}

/** The block before the first one that can hold a delegation, by our own configuration. */
const numberOfFirst = ({ startBlock }: ImportedChain) => Math.max(0, (startBlock ?? 0) - 1);

/** Throws if the block is not part of the chain that our own nodes serve, or not final there. */
async function lookAtChain(chain: ImportedChain, source: Source, block: Block) {
  const { number: newest } = await source.getHead();
  const { head, finalized } = marksOf(newest, await source.getTags(), chain.depths);
  if (finalized === null)
    throw new NotImportableError(
      `${source.name} names no final block. Try again, or set "finalizedDepth" if the chain has none.`,
    );
  if (block.number > finalized)
    throw new NotImportableError(
      `The file's block ${block.number} is not final yet: ${source.name} is at ${finalized}. Try again later.`,
    );
  const [first, own] = await source.findHeaders([numberOfFirst(chain), block.number]);
  if (!first || !own)
    throw new NotImportableError(`${source.name} does not have block ${block.number}. Use another node.`);
  if (own.hash !== block.hash || own.timestamp !== block.timestamp)
    throw new NotImportableError(
      `The file is for block ${block.number} ${block.hash}, but ${source.name} has ${own.hash}. Don't trust this file.`,
    );
  return { first, marks: { head, safe: block.number, finalized: block.number } };
}

function assertNotBefore({ number }: Block, oldest: Block | undefined): void {
  if (!oldest || oldest.number > number) return;
  throw new NotImportableError(
    `The file begins with block ${oldest.number}, but "startBlock" of the chain is later. Lower or remove it.`,
  );
}
