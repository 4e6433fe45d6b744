/** Measures the whole list of a wallet with very many incoming delegations, while others keep asking. */
import { createRandom, integer } from '@mandate/contracts';
import { createFolder } from './folder.ts';
import { loadUrl } from './http-load.ts';
import { createLedger } from './ledger.ts';
import type { Part } from './part.ts';
import { toSamples } from './sample.ts';
import type { Server } from './server.ts';
import { startWithReadModel } from './service.ts';
import { address } from './serving/data.ts';
import { clock } from './turns.ts';
import { readMemory } from './usage.ts';

/** Few enough to leave the process idle time: p99 then shows how long a check waits for others, not for itself. */
const CONNECTIONS = 2;
/** All rows belong to this wallet. */
const WALLET = address('bb', 0);
const [IDLE, BESIDE] = ['a check', 'a check while the list is read'];
const OPENING = '{'.charCodeAt(0);

export const longList: Part = {
  about: 'the whole list of a wallet with very many delegations, while others ask',
  baseline: ({ name, unit }) => (name === BESIDE && unit === 'p99 ms' ? { name: IDLE } : null),
  async measure({ rows, rounds, seconds }, note) {
    const ledger = await createLedger({
      rows,
      select: `select 1 as chain_id, 2 as registry, 4 as kind, n as "from", 0 as "to", n as thing, '' as rights,
         n as since, null::bigint as until from generate_series(1, ${rows}) n`,
    });
    const folder = createFolder('read-model');
    const server = await startWithReadModel(ledger.url, folder);
    try {
      await loadChecks(server, rows, seconds);
      for (let round = 1; round <= rounds; round++) {
        note(toSamples({ name: IDLE, rows, round }, await loadChecks(server, rows, seconds)));
        const reading = readList(server, rows);
        note(toSamples({ name: BESIDE, rows, round }, await loadChecks(server, rows, seconds)));
        note(toSamples({ name: 'the list', rows, round }, await reading));
      }
    } finally {
      await server.stop();
      folder.remove();
      await ledger.drop();
    }
  },
};

async function loadChecks({ url }: Server, rows: number, seconds: number) {
  const random = createRandom(1);
  const choose = () => {
    const n = integer(random, 1, 2 * rows);
    const query = `delegate=${WALLET}&vault=${address('aa', n)}&contract=${address('cc', n)}&tokenId=${n}`;
    return { path: `/registry/v2/check/erc721?${query}` };
  };
  return (await loadUrl(url, choose, { connections: CONNECTIONS, seconds })).latencies;
}

/** Reads as fast as possible, keeps nothing, and counts the records. */
async function readList({ url, pids }: Server, rows: number) {
  let [counted, peakMb] = [0, 0];
  const ms = await clock(async () => {
    const list = `${url}/registry/v2/${WALLET}`;
    const { body } = await fetch(list, { headers: { 'Accept-Encoding': 'identity' } });
    if (!body) throw new Error('The list has no body.');
    for await (const chunk of body) {
      for (const byte of chunk) if (byte === OPENING) counted++;
      peakMb = Math.max(peakMb, readMemory(pids).anonymousMb);
    }
  });
  if (counted !== rows) throw new Error(`The list has ${counted} rows, not ${rows}.`);
  return { s: ms / 1000, 'peak own memory MB': peakMb };
}
