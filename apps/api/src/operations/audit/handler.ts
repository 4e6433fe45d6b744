/** The state of the audit, its signed reports, and the key that they are signed with. */

import { createPublicKey } from 'node:crypto';
import type { AuditPass, AuditSummary, FinishedPass } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPageToBrowser } from '../../http/not-found.ts';
import { ProblemError } from '../../http/problems.ts';
import type { ServedChain } from '../../request/chains.ts';
import { createReadParameters, type Query } from '../../request/read-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WireOf } from '../forms/form.ts';
import { shareFor } from '../share-for.ts';
import type { AUDIT_STATE, KEY, REPORT } from './answer.ts';
import { AUDIT_REPORT, NEWEST } from './operation.ts';

/** Each chain takes several statements: all requests of this time share them. */
const KEPT_MS = 1_000;
/** The days that `/audit` lists. */
const MAX_DAYS = 100;

export function createAuditHandlers({ audit, chains }: Pick<Dependencies, 'audit' | 'chains'>) {
  const readParameters = createReadParameters(AUDIT_REPORT.parameters);
  const readNone = createReadParameters({});

  const shared = shareFor(() => KEPT_MS, readAll);

  async function findDay(day: string): Promise<string | undefined> {
    return day === NEWEST ? (await audit.listReports(1))[0] : day;
  }

  async function readAll(): Promise<WireOf<typeof AUDIT_STATE>> {
    const [reports, ...summaries] = await Promise.all([
      audit.listReports(MAX_DAYS),
      ...chains.list().map(async (chain) => describeChain(chain, await audit.readAudit(chain.chainId))),
    ]);
    return { chains: summaries, reports };
  }

  return {
    audit(request: FastifyRequest, reply: FastifyReply) {
      const page = sendPageToBrowser(request, reply);
      if (page) return page;
      readNone(request.query as Query, {});
      return shared('all');
    },

    async report(request: FastifyRequest): Promise<WireOf<typeof REPORT>> {
      const { day } = readParameters(request.query as Query, request.params as Query);
      const found = await findDay(day);
      const report = found === undefined ? null : await audit.readReport(found);
      if (report) return report;
      const detail =
        day === NEWEST
          ? 'No report has been signed yet. The auditor signs one each day.'
          : `There is no report of ${day}. /audit lists the days that have one.`;
      throw new ProblemError('not_found', detail);
    },

    async key(request: FastifyRequest): Promise<WireOf<typeof KEY>> {
      readNone(request.query as Query, {});
      const [newest, ...previous] = await audit.listKeys();
      const detail = 'This service has no key for reports yet. Its auditor creates one when it starts.';
      if (!newest) throw new ProblemError('not_found', detail);
      const present = ({ publicKey, since }: typeof newest) => ({ publicKey, since: inSeconds(since) });
      return {
        algorithm: 'Ed25519',
        ...present(newest),
        pem: pemOf(newest.publicKey),
        previous: previous.map(present),
      };
    },
  };
}

function describeChain({ chainId, name }: ServedChain, summary: AuditSummary) {
  const { questions, coverage, oldestUnaudited, differences, unconfirmed, disputes, marks, passes } = summary;
  return {
    chainId,
    name,
    questions,
    /** Rounded down, so that only a whole pass is 1. */
    coverage: Math.floor(coverage * 10_000) / 10_000,
    oldestUnauditedSeconds:
      oldestUnaudited === null ? null : Math.max(0, Math.floor(Date.now() / 1_000) - oldestUnaudited),
    differences,
    unconfirmed,
    disputes,
    vaultsUnderAudit: marks,
    passes,
    lastPass: summary.last && describeLast(summary.last),
    currentPass: summary.current && {
      started: inSeconds(summary.current.startedAt),
      ...describePass(summary.current),
    },
  };
}

function describeLast(pass: FinishedPass) {
  const { startedAt, finishedAt } = pass;
  return { started: inSeconds(startedAt), finished: inSeconds(finishedAt), ...describePass(pass) };
}

function describePass(pass: AuditPass) {
  return {
    untilBlock: pass.untilBlock,
    rows: pass.rows,
    rowsCompared: pass.rowsScanned,
    grantsProven: pass.rowsProved,
    questions: pass.questions,
    differences: pass.differences,
  };
}

const inSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** The bytes before an Ed25519 key in its DER form (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function pemOf(publicKey: string): string {
  const der = Buffer.concat([DER_PREFIX, Buffer.from(publicKey.slice(2), 'hex')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
    .export({ format: 'pem', type: 'spki' })
    .toString();
}
