import type { ConfiguredChain } from '@mandate/config';
import type { Source } from '@mandate/nodes';
import { type Block, createWriter, type Database, exportLedger, findNewestFinal } from '@mandate/store';
import { describeCounts } from './ledger-lines.ts';
import { writeLedgerFile } from './write-ledger-file.ts';

/**
 * Writes the ledger of a chain, up to a final block, into a file that another operator can import. The default is the
 * newest final block whose hash the ledger has. Returns a message for the operator.
 */
export async function exportChain(
  { chainId, registries: named }: Pick<ConfiguredChain, 'chainId' | 'registries'>,
  source: Source,
  database: Database,
  { file, block: asked = null }: { readonly file: string; readonly block?: number | null },
): Promise<string> {
  const newest = await findNewestFinal(database, chainId);
  if (!newest)
    throw new Error(`The ledger has no final block of chain ${chainId}. Let the indexer read it first.`);
  const block = await getBlock(source, asked ?? newest.number, newest);
  const { registries } = (await createWriter(database).findCheckpoint(chainId)) ?? {};
  const head = { chainId, registries: registries ?? named, block };
  const { digest, ...counts } = await writeLedgerFile(file, head, (sink) =>
    exportLedger(database, chainId, block.number, sink),
  );
  return (
    `Wrote ${describeCounts(counts)} of chain ${chainId}, up to block ${block.number} ${block.hash}, ` +
    `to ${file}.\nsha256 of its lines: ${digest}`
  );
}

/**
 * Gets a block from the nodes, because not every block is in the ledger. Throws if the nodes are on another chain.
 */
async function getBlock(source: Source, number: number, known: Block): Promise<Block> {
  const [header, ofKnown] = await source.findHeaders([number, known.number]);
  if (!header) throw new Error(`${source.name} does not have block ${number}.`);
  if (ofKnown?.hash !== known.hash)
    throw new Error(`${source.name} has another block ${known.number} than the ledger. Correct its URL.`);
  return { number, hash: header.hash, timestamp: header.timestamp };
}
