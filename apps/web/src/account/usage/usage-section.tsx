import './usage.css';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { networksQuery } from '../../service/queries.ts';
import { Segments } from '../../ui/form/segments.tsx';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { keysQuery, usageQuery } from '../session/own-queries.ts';
import { UsageChart } from './usage-chart.tsx';
import { createChart, type Dimension } from './usage-series.ts';
import { UsageTable } from './usage-table.tsx';

const DAY_HOURS = 24;
const RANGES = {
  '24': { hours: DAY_HOURS, hoursABar: 1, text: '24 hours' },
  '168': { hours: 7 * DAY_HOURS, hoursABar: 1, text: '7 days' },
  '720': { hours: 30 * DAY_HOURS, hoursABar: 6, text: '30 days' },
} as const;
type Range = keyof typeof RANGES;

export function UsageSection() {
  const id = useId();
  const [range, setRange] = useState<Range>('24');
  const [dimension, setDimension] = useState<Dimension>('operation');
  const [keyId, setKeyId] = useState('');
  const { hours, hoursABar, text } = RANGES[range];
  const { data, error, refetch } = useQuery({ ...usageQuery(hours), placeholderData: (before) => before });
  const { data: networks } = useQuery(networksQuery);
  const { data: own } = useQuery(keysQuery);
  const keys = own?.keys;
  const chart = useMemo(() => {
    const nameChain = (chainId: number | null) =>
      networks?.find((one) => one.chainId === chainId)?.name ?? (chainId ? `Chain ${chainId}` : 'None');
    const usage = data && keyId ? { ...data, usage: data.usage.filter(({ key }) => key === keyId) } : data;
    return usage && createChart(usage, { dimension, hoursABar, nameChain });
  }, [data, keyId, networks, dimension, hoursABar]);
  return (
    <section className="card stack" aria-labelledby={`${id}-title`}>
      <div className="row row--apart">
        <h2 id={`${id}-title`}>Usage</h2>
        <div className="row">
          <label className="visually-hidden" htmlFor={`${id}-key`}>
            Key
          </label>
          <select
            id={`${id}-key`}
            className="select"
            value={keyId}
            onChange={({ target }) => setKeyId(target.value)}
          >
            <option value="">All keys</option>
            {keys?.map((key) => (
              <option key={key.id} value={key.id}>
                {key.revokedAt ? `${key.name} (revoked)` : key.name}
              </option>
            ))}
          </select>
          <Segments
            label="By"
            value={dimension}
            onChange={setDimension}
            options={[
              { value: 'operation', text: 'Operation' },
              { value: 'chain', text: 'Chain' },
              { value: 'status', text: 'Status' },
            ]}
          />
          <Segments
            label="Period"
            value={range}
            onChange={setRange}
            options={Object.entries(RANGES).map(([value, { text }]) => ({ value: value as Range, text }))}
          />
        </div>
      </div>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {chart && (
        <>
          <UsageChart chart={chart} span={text} hoursABar={hoursABar} />
          <UsageTable chart={chart} hoursABar={hoursABar} dimension={dimension} />
        </>
      )}
    </section>
  );
}
