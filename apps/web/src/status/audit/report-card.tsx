import type { ReportVerdict } from '@mandate/sdk/proof';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { shorten } from '../../words/shorten.ts';
import { reportQuery } from './audit-query.ts';

const VERDICTS: Readonly<Record<ReportVerdict, readonly [badge: string, text: string]>> = {
  verified: ['badge--accent', 'Signature verified in this browser'],
  stale: ['badge--warn', 'Signature verified, but newer reports are missing'],
  other_key: ['badge--bad', 'Signed with another key: do not trust this report'],
  forged: ['badge--bad', 'The signature is wrong: do not trust this report'],
  other_day: ['badge--bad', 'The signed report is of another day: do not trust it'],
  unsupported: ['badge--warn', 'This browser cannot verify it: use mandate audit'],
};
const KEY_DIGITS = 8;

/** Shows the newest signed report. `undefined` if there is none yet. */
export function ReportCard({ day }: { day: string | undefined }) {
  const { data, error } = useQuery(reportQuery(day));
  return (
    <div className="card report">
      <h3>Signed report</h3>
      {day === undefined && (
        <p className="report__none">The first report is signed after the first whole day.</p>
      )}
      {error && !data && <FailureNote error={error} />}
      {data && (
        <>
          <p className="report__day">
            <time dateTime={data.day}>{writeDay(data.day)}</time>
          </p>
          <p>
            <span className={`badge ${VERDICTS[data.verdict][0]}`}>{VERDICTS[data.verdict][1]}</span>
          </p>
          <dl>
            <dt>Key</dt>
            <dd>
              <code>{shorten(data.publicKey, KEY_DIGITS)}</code>
              <CopyButton text={data.publicKey} what="the key" />
            </dd>
          </dl>
          <p className="report__links">
            <a href={`/audit/reports/${data.day}`}>The report as JSON</a>
            <a href="/docs/trust/audit/#verify-a-report">Verify it yourself</a>
          </p>
        </>
      )}
    </div>
  );
}

function writeDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
}
