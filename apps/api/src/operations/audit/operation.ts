/** What the auditor found. */
import { z } from 'zod';
import { inPath, isDay } from '../../request/parameters.ts';
import { json, type Operation } from '../operation.ts';
import { AUDIT_STATE, KEY, REPORT } from './answer.ts';

/** Stands for the day of the newest report. */
export const NEWEST = 'newest';

const DAY = /^2\d{3}-\d\d-\d\d$/;
const isReportDay = (text: string) => text === NEWEST || (DAY.test(text) && isDay(text));

const REPORT_PARAMETERS = {
  day: inPath({
    name: 'day',
    aliases: [],
    in: 'path',
    required: true,
    schema: z
      .string()
      .refine(isReportDay, `must be a day (UTC) like 2026-01-31, or "${NEWEST}".`)
      .meta({
        description: `The day of the report (UTC), or \`${NEWEST}\`. \`/audit\` lists the days.`,
        example: NEWEST,
      }),
  }),
};

export const AUDIT: Operation = {
  id: 'getAudit',
  method: 'GET',
  path: '/audit',
  tag: 'service',
  summary: 'Get the state of the audit',
  description:
    'Says how far the service has compared its records with each chain, what it asked, and which differences it found, ever. ' +
    'Questions about a vault whose records differ are refused with 503 `under_audit` until they are repaired.',
  parameters: {},
  takesKeys: false,
  ofService: true,
  answer: { description: 'The answer', content: json(AUDIT_STATE) },
  fails: 'unavailable',
};

export const AUDIT_REPORT: Operation<typeof REPORT_PARAMETERS> = {
  id: 'getAuditReport',
  method: 'GET',
  path: '/audit/reports/:day',
  tag: 'service',
  summary: 'Get a signed report of the audit',
  description:
    'Returns the report of a day. `signature` is an Ed25519 signature of the UTF-8 bytes of `body`: verify it before you parse ' +
    '`body`, with a key that you got from another place than this service.',
  parameters: REPORT_PARAMETERS,
  takesKeys: false,
  ofService: true,
  answer: { description: 'The report', content: json(REPORT) },
  fails: 'absent',
};

export const AUDIT_KEY: Operation = {
  id: 'getAuditKey',
  method: 'GET',
  path: '/audit/key',
  tag: 'service',
  summary: 'Get the key of the audit',
  description: 'Returns the public key that reports are signed with, and the keys of earlier reports.',
  parameters: {},
  takesKeys: false,
  ofService: true,
  answer: { description: 'The key', content: json(KEY) },
  fails: 'absent',
};
