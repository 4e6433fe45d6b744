/** Writes endpoints and deliveries as their owners see them. Secrets are never among it. */
import { checksum } from '@mandate/read-model/checksum';
import { type Delivery, MIN_FAILURES_TO_SKIP, type OwnedEndpoint, type OwnedLane } from '@mandate/store';

export function presentEndpoint(endpoint: OwnedEndpoint) {
  const { id, name, url, state, reason, chainIds, registries, rights, kinds, mark, aliveMinutes } = endpoint;
  const oldSecretUntil = isAhead(endpoint.oldSecretUntil) ? endpoint.oldSecretUntil : null;
  return {
    ...{ id, name, url, state, reason, chainIds, registries, rights, kinds, mark, aliveMinutes },
    wallets: endpoint.wallets?.map(checksum) ?? null,
    contracts: endpoint.contracts?.map(checksum) ?? null,
    createdAt: endpoint.createdAt,
    oldSecretUntil,
    chains: endpoint.lanes.map(presentLane),
  };
}

const isAhead = (time: Date | null) => time !== null && time.getTime() > Date.now();

function presentLane({
  chainId,
  behind,
  completeBlock,
  failures,
  nextTry,
  failingEvent,
  lastError,
}: OwnedLane) {
  const failing = failingEvent !== null && {
    ...{ event: failingEvent, failures, nextTry, error: lastError },
    maySkip: failures >= MIN_FAILURES_TO_SKIP,
  };
  return {
    // 0 has what belongs to no chain: challenges, tests and heartbeats.
    chainId,
    /** Changes of the log that are not looked at yet. */
    behind,
    completeBlock,
    failing: failing || null,
  };
}

export function presentDelivery({ at, chainId, eventId, type, attempt, status, error, ms, body }: Delivery) {
  return { at, chainId, event: eventId, type, attempt, status, error, ms, body };
}
