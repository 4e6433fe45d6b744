/** Measures checks and lists in ledgers of several sizes, in turns with bare servers and the bare database. */
import { AT_HALF, measureAnswers } from '../answers.ts';
import { describeSize, type Ledger } from '../ledger.ts';
import { describeMachine } from '../machine.ts';
import type { Part } from '../part.ts';
import { type Contender, startContenders } from './contenders.ts';
import { createServedLedger } from './data.ts';
import { QUESTIONS } from './questions.ts';

const COMPARED = ['requests/s', AT_HALF];

export const serving: Part = {
  about: 'checks and lists through HTTP, beside bare servers and pgbench',
  baseline: ({ unit }) => (COMPARED.includes(unit) ? { who: 'fastify', rows: null } : null),
  async measure(options, note) {
    const [ledgers, contenders]: [Ledger[], Contender[]] = [[], []];
    try {
      for (const rows of options.sizes) {
        const ledger = await createServedLedger(rows, options.keep);
        ledgers.push(ledger);
        note(describeSize(ledger));
      }
      for await (const contender of startContenders(ledgers)) contenders.push(contender);
      const questions = QUESTIONS.filter(({ name }) => options.questions.some((part) => name.includes(part)));
      await measureAnswers(contenders, questions, options, note);
      for (const contender of contenders) note(await contender.readFootprint());
      return ledgers[0] && (await describeMachine(ledgers[0].database));
    } finally {
      for (const contender of contenders) await contender.stop();
      for (const ledger of ledgers) await ledger.drop();
    }
  },
};
