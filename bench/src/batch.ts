/** Compares a batch of a thousand checks with single checks, each over one open connection. */
import { Agent, request } from 'node:http';
import { createLedger } from './ledger.ts';
import { median, round } from './median.ts';
import type { Part } from './part.ts';
import type { Child } from './server-process.ts';

const CHECKS = 1_000;
/** One check in this many is about a pair with a delegation. */
const HIT_EVERY = 10;
/** Batches per second of load in the other parts. As many again warm up. */
const BATCHES_PER_SECOND = 30;

interface BatchResult {
  readonly checkP50Ms: number;
  readonly batchP50Ms: number;
  readonly ratio: number;
}

export const batch: Part = {
  about: 'a thousand checks in one request, beside a single check',
  async run({ rows, rounds, seconds }, say) {
    say(`A batch of 1,000 checks beside a single one, at ${rows} rows, ${rounds} rounds`);
    const ledger = await createLedger(rows);
    const api = await ledger.startApi();
    try {
      const results: BatchResult[] = [];
      for (let i = 0; i < rounds; i++) {
        const result = await measureBatch(api, rows, BATCHES_PER_SECOND * seconds);
        results.push(result);
        say(`  a check p50 ${round(result.checkP50Ms)} ms, a batch p50 ${round(result.batchP50Ms)} ms`);
      }
      const ratios = { batchToCheck: round(median(results.map(({ ratio }) => ratio))) };
      say(`  ratio: a batch takes ${ratios.batchToCheck} times a check`);
      return { batch: results, ratios };
    } finally {
      await api.stop();
      await ledger.drop();
    }
  },
};

/** Alternates between both, so that other work on the machine affects them equally. */
async function measureBatch(api: Child, rows: number, count: number): Promise<BatchResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = () => 1 + Math.floor(Math.random() * rows);
  const [checkMs, batchMs]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < 2 * count; i++) {
      const checks = Array.from({ length: CHECKS }, (_, n) => checkOf(random(), n % HIT_EVERY === 0, rows));
      const { registry: _, kind: __, ...query } = checks[i % HIT_EVERY] ?? {};
      const one = await ask(agent, `${api.url}/registry/v2/check/erc721?${new URLSearchParams(query)}`);
      const many = await ask(agent, `${api.url}/batch`, JSON.stringify({ checks }));
      const yes = many.text.split('{"value":true}').length - 1;
      if (yes !== CHECKS / HIT_EVERY)
        throw new Error(`The batch says yes ${yes} times: ${many.text.slice(0, 200)}`);
      if (i < count) continue;
      checkMs.push(one.ms);
      batchMs.push(many.ms);
    }
  } finally {
    agent.destroy();
  }
  const [checkP50Ms, batchP50Ms] = [median(checkMs), median(batchMs)];
  return { checkP50Ms, batchP50Ms, ratio: batchP50Ms / checkP50Ms };
}

/** Returns the nth pair, or two unrelated wallets. */
function checkOf(n: number, isHit: boolean, rows: number) {
  const wallet = (side: string, number: number) => `0x${side}${number.toString(16).padStart(38, '0')}`;
  return {
    registry: 'v2',
    kind: 'erc721',
    from: wallet('aa', n),
    to: wallet('bb', isHit ? n : n + rows),
    contract: wallet('cc', n),
    tokenId: String(n),
  };
}

function ask(agent: Agent, url: string, body?: string): Promise<{ ms: number; text: string }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sending = request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () =>
        response.statusCode === 200
          ? resolve({ ms: performance.now() - startedAt, text })
          : reject(new Error(`${response.statusCode}: ${text.slice(0, 500)}`)),
      );
    });
    sending.once('error', reject);
    sending.end(body);
  });
}
