/** Keeps a copy of all delegations up to date, until Ctrl-C. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChainDoubt, CursorExpiredError, createClient, MandateError, watchChanges } from '@mandate/sdk';
import { openCopy } from './copy.ts';

const RETRY_MS = 2_000;
const folder = process.env['DATA'] ?? 'data';
mkdirSync(folder, { recursive: true });
const copy = openCopy(join(folder, 'copy.db'));
const client = createClient({ baseUrl: process.env['MANDATE_URL'] ?? 'http://localhost:8080' });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

function onUnknown(unknown: readonly ChainDoubt[] | null): void {
  copy.setUnknown(unknown);
  if (!unknown) console.log('Not connected: nothing is known.');
  for (const { chainId, vault, code } of unknown ?? []) {
    console.log(`Unknown: ${vault ?? 'everything'} on chain ${chainId}, ${code}`);
  }
}

async function follow(): Promise<void> {
  const cursor = copy.findCursor() ?? 'start';
  console.log(`${copy.count()} delegations. Continues after ${cursor}.`);
  for await (const { change, cursor: after } of watchChanges(client, {
    cursor,
    onUnknown,
    signal: stop.signal,
  })) {
    copy.apply(change, after);
    const what = `${change.undone ? 'undone: ' : ''}${change.change} ${change.type}`;
    console.log(
      `${change.chainId} #${change.block} ${what} ${change.from} → ${change.to}, ${copy.count()} in all`,
    );
  }
}

copy.setUnknown(null);
while (!stop.signal.aborted) {
  try {
    await follow();
  } catch (error) {
    copy.setUnknown(null);
    if (stop.signal.aborted) break;
    if (!(error instanceof MandateError)) throw error;
    // The service cannot continue from there, e.g. because its history was read again: so does the copy.
    if (error instanceof CursorExpiredError) copy.clear();
    console.error(`${error.code}: ${error.detail}`);
    await delay(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}
copy.close();
