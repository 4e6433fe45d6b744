/** Audits the ledger beside the traffic: one pass over each chain, which must find no difference. */
import { join } from 'node:path';
import { createAuditRecords } from '@mandate/store';
import { startApp } from '@mandate/testing/process/app-process';
import { waitUntil } from '../caught-up.ts';
import type { FollowedChain } from '../lively-chain.ts';
import { directly, type Stage, type StageDatabase, writeFollowed } from '../stage.ts';

export async function startAudit(
  stage: Stage,
  { url, database }: StageDatabase,
  chains: readonly FollowedChain[],
) {
  const auditor = await startApp('auditor', {
    ...{ DATABASE_URL: url, CHAINS: writeFollowed(directly(chains)), AUDITOR_PORT: '0' },
    AUDITOR_KEY_FILE: join(stage.createFolder(), 'auditor.pem'),
  });
  stage.defer(auditor.kill);
  const { readAudit } = createAuditRecords(database);
  return {
    /** Waits for the end of the passes, and stops the auditor. */
    async finish() {
      const read = () => Promise.all(chains.map(({ local }) => readAudit(local.chainId)));
      await waitUntil('the auditor has finished a pass over each chain', auditor, async () =>
        (await read()).every(({ passes }) => passes > 0),
      );
      const audits = await read();
      await auditor.stop();
      const sum = (which: 'questions' | 'differences' | 'unconfirmed') =>
        audits.reduce((total, audit) => total + audit[which], 0);
      const findings = sum('differences') + sum('unconfirmed');
      return {
        figures: `the auditor's passes: ${sum('questions')} questions, ${findings} findings`,
        wrong: findings > 0 ? [`the auditor has ${findings} findings`] : [],
      };
    },
  };
}
