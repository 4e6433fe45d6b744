import type { ReportVerdict } from '@mandate/sdk/proof';
import { shorten } from '@mandate/sdk/words';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { reportQuery } from './audit-query.ts';

const VERDICTS: Readonly<Record<ReportVerdict, readonly [tone: string, text: string]>> = {
  verified: ['good', 'Signature verified in this browser'],
  stale: ['warn', 'Signature verified, but newer reports are missing'],
  other_key: ['bad', 'Signed with another key: do not trust this report'],
  forged: ['bad', 'The signature is wrong: do not trust this report'],
  other_day: ['bad', 'The signed report is of another day: do not trust it'],
  unsupported: ['warn', 'This browser cannot verify it: run mandate audit'],
};
const KEY_DIGITS = 8;

/** Shows the newest signed report. `undefined` if there is none yet. */
export function ReportCard({ day }: { day: string | undefined }) {
  const { data, error } = useQuery(reportQuery(day));
  return (
    <div className="card stack stack--m report">
      <h2 className="hint">Signed report</h2>
      {day === undefined && <p className="quiet">The first report is signed after the first whole day.</p>}
      {error && !data && <FailureNote error={error} />}
      {data && (
        <>
          <p className="report__day">
            <time dateTime={data.day}>{writeDay(data.day)}</time>
          </p>
          <p>
            <span className="badge" data-tone={VERDICTS[data.verdict][0]}>
              {VERDICTS[data.verdict][1]}
            </span>
          </p>
          <dl className="row">
            <dt className="hint">Key</dt>
            <dd className="row">
              <code>{shorten(data.publicKey, KEY_DIGITS)}</code>
              <CopyButton text={data.publicKey} what="the key" />
            </dd>
          </dl>
          <p className="row row--loose">
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
