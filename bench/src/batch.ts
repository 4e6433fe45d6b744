/** Compares a batch of a thousand checks with single checks, each over one open connection. */
import { measureAnswers, type Question } from './answers.ts';
import type { Part } from './part.ts';
import { startService } from './service.ts';
import { createServedLedger } from './serving/data.ts';
import { QUESTIONS } from './serving/questions.ts';

const CHECKS = 1_000;
const ONE = { name: 'one check', connections: 1 } as const;

const questions: Question[] = QUESTIONS.filter(({ name }) => name === 'check/erc721').flatMap(
  ({ choose }) => [
    { ...ONE, requests: 10_000, choose },
    {
      ...{ name: `a batch of ${CHECKS} checks`, connections: 1, requests: 20 },
      choose(rows, random) {
        const chosen = Array.from({ length: CHECKS }, () => choose(rows, random));
        const checks = chosen.map(({ path }) => {
          const { delegate, vault, ...of } = Object.fromEntries(new URL(path, 'http://any').searchParams);
          return { registry: 'v2', kind: 'erc721', from: vault, to: delegate, ...of };
        });
        const yes = chosen.filter(({ expected }) => 'body' in expected && expected.body === 'true').length;
        return {
          path: '/batch',
          headers: [['content-type', 'application/json']],
          body: JSON.stringify({ checks }),
          expected: { yes },
        };
      },
    },
  ],
);

export const batch: Part = {
  about: 'a thousand checks in one request, beside a single check',
  baseline: ({ unit }) => (unit === 'p50 ms' ? { name: ONE.name } : null),
  async measure(options, note) {
    const { rows, database, url, drop } = await createServedLedger(options.rows, options.keep);
    const server = await startService(url);
    try {
      const subject = { who: '', rows, server, database };
      await measureAnswers([subject], questions, options, note);
    } finally {
      await server.stop();
      await drop();
    }
  },
};
