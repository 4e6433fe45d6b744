import {
  type Change,
  decode,
  type EventLog,
  type Registry,
  type UnidentifiedRevocation,
} from '@mandate/core';

/**
 * The reading that is wrong: `RevokeDelegate(vault, delegate)` taken at its word, as its arguments' names
 * suggest. It exists to show that a run can see the difference.
 */
export function believeEvents(registry: Registry, log: EventLog): Change | UnidentifiedRevocation {
  const event = decode(registry, log);
  return event.type === 'revokeUnidentified'
    ? { type: 'revokePair', from: event.from, to: event.from }
    : event;
}
