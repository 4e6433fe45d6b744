/** Reports that a proof contradicts the ledger: to the log, and to the auditor through the store. */
import { type Answer, identify, messageOf, type Question } from '@mandate/core';
import type { AuditRecords } from '@mandate/store';
import type { Logger } from 'pino';
import { createLru } from '../../http/lru.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { ProvenAnswer } from './prove-question.ts';

export type ReportDispute = (
  chain: ServedChain,
  question: Question,
  ledger: Answer,
  proven: ProvenAnswer,
) => Promise<void>;

/** The same dispute is reported once by each process, as long as it is among the newest. */
const MAX_REMEMBERED = 1_000;

export function createReportDispute(
  { recordDispute }: Pick<AuditRecords, 'recordDispute'>,
  log: Logger,
): ReportDispute {
  const reported = createLru<true>({ maxEntries: MAX_REMEMBERED });

  return async ({ chainId }, question, ledger, proven) => {
    const { registry, from: vault } = question;
    const asked = identify(question);
    const key = `${chainId} ${asked} ${ledger}`;
    if (reported.find(key)) return;
    reported.set(key, true);
    const answers = { ledger: String(ledger), proof: String(proven.answer) };
    const block = proven.block;
    log.error({ chainId, question: asked, block, answers }, 'a proof contradicts the ledger');
    const { header, slots, nodes } = proven;
    const evidence = { question: asked, block, answers, proof: { header, slots, nodes } };
    try {
      await recordDispute({ chainId, registry, vault, evidence });
    } catch (error) {
      reported.delete(key);
      log.error(
        { error: messageOf(error) },
        'a dispute cannot be recorded; the next one like it is tried again',
      );
    }
  };
}
