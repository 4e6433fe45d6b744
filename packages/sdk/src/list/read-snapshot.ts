import { readBlock } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import * as forms from '../client/forms.ts';
import { readLines } from '../client/lines.ts';
import type { ReadSnapshotParameters } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { readSnapshotRecord, type SnapshotRecord } from '../generated/snapshots.ts';
import { isSame } from '../hex.ts';

const REQUIRED = { chainId: forms.chainId, block: forms.block, contract: forms.address };

/**
 * Reads every delegation of a contract, its tokens or a whole wallet at the end of a finalized block, in
 * chain order. Treat the records as complete only after the loop has ended: a transfer that breaks off
 * throws.
 *
 * @example
 * import { createClient, MandateError, readSnapshot } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080', retries: 0 });
 * const contract = '0xC011eC7100000000000000000000000000000001';
 * try {
 *   for await (const { from, to } of readSnapshot(client, { chainId: 1, block: 999, contract })) {
 *     console.log(from, to);
 *   }
 * } catch (error) {
 *   if (!(error instanceof MandateError)) throw error;
 *   console.log(error.code); // block_not_reached
 * }
 */
export async function* readSnapshot(
  client: Client,
  { signal, ...parameters }: ReadSnapshotParameters,
): AsyncGenerator<SnapshotRecord, void> {
  assertParameters(parameters, REQUIRED, { registries: forms.registries });
  const { chainId, block, contract, registries } = parameters;
  const path = `/snapshots/${chainId}/${block}?${writeQuery({ contract, registries })}`;
  const reply = await client.open(path, 'application/jsonl', signal);
  readBlock(reply, chainId, { atBlock: block });
  for await (const line of readLines(client, reply, client.timeoutMs, signal)) {
    const record = readJson({ ...reply, body: line }, readSnapshotRecord);
    const isAsked =
      (registries?.includes(record.registry) ?? true) &&
      (record.contract === null || isSame(record.contract, contract)) &&
      record.block <= block;
    if (!isAsked) throw unexpectedAnswer(reply, 'with a delegation that was not asked for');
    yield record;
  }
}
