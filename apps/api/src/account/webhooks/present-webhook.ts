/** Writes endpoints and deliveries as their owners see them. Secrets are never among it. */
import { checksum } from '@mandate/read-model/checksum';
import { type Delivery, MIN_FAILURES_TO_SKIP, type OwnedEndpoint, type OwnedLane } from '@mandate/store';
import type { DeliveryAnswer, WebhookAnswer } from './webhook-answers.ts';

export function presentEndpoint(endpoint: OwnedEndpoint): WebhookAnswer {
  const { id, name, url, state, reason, chainIds, registries, rights, kinds, mark, aliveMinutes } = endpoint;
  const oldSecretUntil = isAhead(endpoint.oldSecretUntil) ? endpoint.oldSecretUntil : null;
  return {
    ...{ id, name, url, state, reason, chainIds, registries, rights, kinds, mark, aliveMinutes },
    wallets: endpoint.wallets?.map(checksum) ?? null,
    contracts: endpoint.contracts?.map(checksum) ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    oldSecretUntil: oldSecretUntil?.toISOString() ?? null,
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
}: OwnedLane): WebhookAnswer['chains'][number] {
  const failing = failingEvent !== null && {
    ...{ event: failingEvent, failures, nextTry: nextTry?.toISOString() ?? null, error: lastError },
    maySkip: failures >= MIN_FAILURES_TO_SKIP,
  };
  return { chainId, behind, completeBlock, failing: failing || null };
}

export function presentDelivery({
  at,
  chainId,
  eventId,
  type,
  attempt,
  status,
  error,
  ms,
  body,
}: Delivery): DeliveryAnswer {
  return { at: at.toISOString(), chainId, event: eventId, type, attempt, status, error, ms, body };
}
