import {
  type Change,
  decode,
  type EventLog,
  type Registry,
  type UnidentifiedRevocation,
} from '@mandate/core';

/**
 * Takes the arguments of `RevokeDelegate(vault, delegate)` at face value, which is wrong. Proves that a run
 * detects such a mistake.
 */
export function believeEvents(registry: Registry, log: EventLog): Change | UnidentifiedRevocation {
  const event = decode(registry, log);
  return event.type === 'revokeUnidentified'
    ? { type: 'revokePair', from: event.from, to: event.from }
    : event;
}
