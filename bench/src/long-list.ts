/** Measures the whole list of a wallet with very many incoming delegations, while others keep asking. */
import { createRandom, integer } from '@mandate/contracts';
import { createFolder } from './at-exit.ts';
import { type Load, loadUrl } from './http-load.ts';
import { createLedger } from './ledger.ts';
import { round } from './median.ts';
import type { Part } from './part.ts';
import { type Child, readMemory } from './server-process.ts';
import { address } from './serving/data.ts';
import { startReadModel } from './serving/read-model.ts';

/**
 * Few enough to leave the process idle time: p99 then shows how long a check waits for others, not for
 * itself.
 */
const CONNECTIONS = 2;

interface LongListResult {
  readonly rows: number;
  readonly seconds: number;
  /** Without the file of the read model, which is mapped. */
  readonly peakMb: number;
  readonly idle: Load;
  readonly during: Load;
  readonly p99Ratio: number;
}

/** All rows belong to this wallet. */
const WALLET = address('bb', 0);

export const longList: Part = {
  about: 'the whole list of a wallet with very many delegations, while others ask',
  async run({ rows, seconds }, say) {
    say(`The list of a wallet with ${rows} incoming delegations, while others ask`);
    const ledger = await createLedger(rows, '0');
    const model = createFolder('read-model');
    const api = await startReadModel(ledger, model, {});
    try {
      const list = await measureLongList(api, rows, seconds);
      say(`  ${rows} rows in ${round(list.seconds)} s, the process at most at ${list.peakMb} MB of its own`);
      say(
        `  p99 of checks: idle ${list.idle.p99Ms} ms, meanwhile ${list.during.p99Ms} ms, ratio ${round(list.p99Ratio)}`,
      );
      return { list };
    } finally {
      await api.stop();
      model.remove();
      await ledger.drop();
    }
  },
};

async function measureLongList(api: Child, rows: number, loadSeconds: number): Promise<LongListResult> {
  const random = createRandom(1);
  const check = () => {
    const n = integer(random, 1, 2 * rows);
    const query = `delegate=${WALLET}&vault=${address('aa', n)}&contract=${address('cc', n)}&tokenId=${n}`;
    return { path: `/registry/v2/check/erc721?${query}` };
  };
  const load = () => loadUrl(api.url, check, { connections: CONNECTIONS, seconds: loadSeconds });
  await load();
  const idle = await load();
  const reading = readList(`${api.url}/registry/v2/${WALLET}`, api.pid);
  const during = await load();
  const { counted, seconds, peakMb } = await reading;
  if (counted !== rows) throw new Error(`The list has ${counted} rows, not ${rows}.`);
  return { rows, seconds, peakMb, idle, during, p99Ratio: during.p99Ms / idle.p99Ms };
}

/** Reads as fast as possible, keeps nothing, and counts the records. */
async function readList(url: string, pid: number) {
  const startedAt = performance.now();
  const { body } = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  if (!body) throw new Error('The list has no body.');
  let [counted, peakMb] = [0, 0];
  for await (const chunk of body) {
    for (const byte of chunk) if (byte === OPENING) counted++;
    peakMb = Math.max(peakMb, readMemory([pid]).anonymousMb);
  }
  return { counted, peakMb, seconds: (performance.now() - startedAt) / 1000 };
}

const OPENING = '{'.charCodeAt(0);
