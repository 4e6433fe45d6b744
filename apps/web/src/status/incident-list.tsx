import type { ChainStatus } from '@mandate/sdk';
import type { Incident, StatusHistory } from '@mandate/sdk/explore';
import { useState } from 'react';
import { describeIncident, writeDay, writeDuration } from './describe-history.ts';

/** More are shown on demand. */
const FIRST_SHOWN = 10;

interface IncidentListProps {
  readonly history: StatusHistory;
  readonly chains: readonly ChainStatus[] | undefined;
  readonly period: string;
}

export function IncidentList({ history: { chains: named, incidents }, chains, period }: IncidentListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isRecorded = named.some(({ lag }) => lag.some(({ state }) => state !== null));
  const shown = showsAll ? incidents : incidents.slice(0, FIRST_SHOWN);
  const nameOf = (chainId: number) =>
    named.find((chain) => chain.chainId === chainId)?.name ?? `Chain ${chainId}`;
  const stateOf = (chainId: number) => chains?.find((chain) => chain.chainId === chainId)?.state;
  return (
    <section className="incidents stack stack--m" aria-labelledby="incidents-title">
      <h3 id="incidents-title">Incidents</h3>
      {incidents.length === 0 && (
        <p className="quiet">
          {isRecorded
            ? `None in the last ${period}.`
            : 'Nothing is recorded yet. The history begins once the service reads a chain.'}
        </p>
      )}
      <ul className="stack stack--m">
        {shown.map((incident) => (
          <IncidentItem
            key={`${incident.chainId} ${incident.from}`}
            incident={incident}
            words={describeIncident(incident, nameOf(incident.chainId), stateOf(incident.chainId))}
          />
        ))}
      </ul>
      {shown.length < incidents.length && (
        <button type="button" className="button button--quiet" onClick={() => setShowsAll(true)}>
          Show all {incidents.length} incidents
        </button>
      )}
    </section>
  );
}

function IncidentItem({ incident: { kind, from, to }, words }: { incident: Incident; words: string }) {
  return (
    <li className="box" data-tone={kind === 'lagging' ? 'warn' : 'bad'}>
      <p className="incidents__when hint">
        <time dateTime={new Date(1_000 * from).toISOString()}>{writeDay(from)}</time>
        <span>{to === null ? 'Goes on' : writeDuration(to - from)}</span>
      </p>
      <p>{words}</p>
    </li>
  );
}
