/** Every delegation that touches a contract at a final block, as a file: for airdrops and votes. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { REGISTRY_IDS, type Registry } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import type { Reader, SnapshotPage, SnapshotPlace, SnapshotRequest } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import { ProblemError } from '../../http/problems.ts';
import { refuseEarly } from '../../request/at-block.ts';
import { findAnyAuditMark } from '../../request/audit-marks.ts';
import type { ServedChain, ServedChains } from '../../request/chains.ts';
import { announce, findDoubt, findUnknownMark, findUnverified } from '../../request/freshness.ts';
import { createReadParameters, type Query } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import { FORMATS } from './formats.ts';
import { SNAPSHOT_PARAMETERS, type SnapshotValues } from './operation.ts';
import { createRecord } from './snapshot-file.ts';

/** The maximum number of rows that are read and written before others get their turn. */
const ROWS_AT_ONCE = 100;

interface Snapshot {
  readonly reader: Reader;
  readonly chain: ServedChain;
  readonly request: Omit<SnapshotRequest, 'after' | 'limit'>;
}

export function createSnapshotHandler({ readerFor, chains }: Pick<Dependencies, 'readerFor' | 'chains'>) {
  const readParameters = createReadParameters(SNAPSHOT_PARAMETERS);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const values = readParameters(request.query as Query, request.params as Query);
    const { format = 'jsonl', contract } = values;
    const { chain, registries } = choose(chains, values);
    askAbout(request, [chain.chainId]);
    const reader = readerFor(request);
    assertEndIsSeen(request.raw.httpVersion);
    const { block, rewinds } = await findFinal(reader, chain, values.block);
    const mark = findAnyAuditMark(chain, registries);
    if (mark) throw mark;
    await assertCertain(reader, chain, values, registries);
    const asked = { chainId: chain.chainId, contract, registries, atBlock: block.number, rewinds };
    const snapshot = { reader, chain, request: asked };
    // Nothing is read for someone who wants its headers only.
    const first = request.method === 'HEAD' ? null : await readPage(snapshot, null);
    const { contentType, numbers = values.numbers, open } = FORMATS[format];
    const name = ['delegations', chain.chainId, values.block, checksum(contract), ...registries].join('-');
    const disposition = `attachment; filename="${name}.${format}"`;
    reply.headers({ 'content-type': contentType, 'content-disposition': disposition });
    announce(reply, chain, { block, safeBlock: null, isFinal: true });
    // Not a length of 0: how long it is, is known when all of it was read.
    if (!first) return reply.send(Readable.from([]));
    const about = { chainId: chain.chainId, block: block.number, contract: checksum(contract), registries };
    const file = open(about);
    const write = ({ rows }: SnapshotPage) => file.add(rows.map((row) => createRecord(row, numbers)));
    return reply.send(Readable.from(writeAll(snapshot, first, write, file.end), { highWaterMark: 1 }));
  };
}

/** The chain, which must have the registries that are asked for; without any, those that it has. */
function choose(chains: ServedChains, { chainId, registries }: SnapshotValues) {
  const served = chains.list().find((chain) => chain.chainId === chainId);
  const asked = registries ?? REGISTRY_IDS.filter((registry) => served?.registries[registry]);
  const [chain = chains.get(chainId, 'v2')] = asked.map((registry) => chains.get(chainId, registry));
  return { chain, registries: asked };
}

/** A chain that lags behind still knows what is final; one that is being read or contradicted itself does not. */
async function findFinal(reader: Reader, chain: ServedChain, number: number) {
  const read = await reader.findBlock(chain.chainId, { type: 'block', value: number });
  const doubt = findDoubt(chain, read?.checkpoint ?? null);
  if (doubt && doubt.code !== 'chain_lagging') throw doubt;
  if (!read?.block)
    throw new TypeError(`Expected block ${number} of ${chain.name} from its ledger, and got none.`);
  const { firstBlock, block, checkpoint } = read;
  if (number < firstBlock) throw refuseEarly('block', chain, firstBlock);
  const unknown = findUnknownMark(chain, checkpoint, 'finalized');
  if (unknown) throw unknown;
  const final = Math.min(checkpoint.finalized ?? 0, checkpoint.block.number);
  if (number > final) {
    const detail = `Block ${number} of ${chain.name} is not known to be final. The newest final block is ${final}: ask for that one, or try again later.`;
    throw new ProblemError('block_not_reached', detail);
  }
  const unverified = findUnverified(chain, checkpoint, number);
  if (unverified) throw unverified;
  return { block, rewinds: checkpoint.rewinds };
}

async function assertCertain(
  reader: Reader,
  chain: ServedChain,
  { block, contract }: SnapshotValues,
  registries: readonly Registry[],
): Promise<void> {
  if (!registries.includes('v1') || !(await reader.isUncertain(chain.chainId, block, { contract }))) return;
  const detail = `Some v1 delegations at block ${block} of ${chain.name} are not known. Send "registries=v2" to get a complete snapshot of v2.`;
  throw new ProblemError('history_uncertain', detail);
}

/** Throws where the chain took back what it had called final: what was sent before is worth nothing then. */
async function readPage({ reader, chain, request }: Snapshot, after: SnapshotPlace | null) {
  const page = await reader.readSnapshot({ ...request, after, limit: ROWS_AT_ONCE });
  const checkpoint = page?.checkpoint;
  // The file has rows of every vault, and those who keep it keep it for good.
  const mark = findAnyAuditMark(chain, request.registries);
  if (mark) throw mark;
  const doubt = findDoubt(chain, checkpoint ?? null);
  if (!page || !checkpoint || checkpoint.state === 'tainted') throw doubt;
  const isOther = request.atBlock > checkpoint.block.number || request.rewinds > checkpoint.rewinds;
  if (page.replaced || isOther) {
    const detail = `${chain.name} replaced block ${request.atBlock}, which it had called final. Try again later.`;
    throw new ProblemError('chain_tainted', detail);
  }
  return page;
}

/** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
async function* writeAll(
  snapshot: Snapshot,
  first: SnapshotPage,
  write: (page: SnapshotPage) => string | Buffer,
  end: () => string | Buffer,
): AsyncGenerator<string | Buffer> {
  yield write(first);
  for (let { next } = first; next; ) {
    await yieldToOthers();
    const page = await readPage(snapshot, next);
    const written = write(page);
    if (written.length > 0) yield written;
    next = page.next;
  }
  yield end();
}

/** A line is a whole record: only HTTP can tell that a file was cut off, and its first version can't. */
function assertEndIsSeen(httpVersion: string): void {
  const detail =
    'Over HTTP/1.0 an interrupted snapshot would look complete. Use HTTP/1.1, and let your proxies use it.';
  if (httpVersion === '1.0') throw new ProblemError('malformed_request', detail);
}
