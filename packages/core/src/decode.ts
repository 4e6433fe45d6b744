import { SIGNATURES } from './abi.ts';
import { type Address, parseAddress } from './address.ts';
import type { Hex } from './bytes.ts';
import type { Change, UnidentifiedRevocation } from './change.ts';
import { createDelegation, type Delegation, grantOf } from './delegation.ts';
import { messageOf } from './errors.ts';
import { createWordReader, type ReadWords, type Words } from './event-words.ts';
import { getKind, type Kind, listKinds, REGISTRIES, REGISTRY_IDS, type Registry } from './registries.ts';
import { parseRights } from './rights.ts';

/** The part of a log that says what happened. */
export interface EventLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** The registries emit ten events. Anything else is not their log, or not their code. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
  constructor(registry: Registry, log: EventLog, why: string) {
    super(
      `Not an event of the ${registry} registry, ${why}: topics [${log.topics.join(', ')}], data ${log.data}. ` +
        'Check that the address holds the registry and that the node is honest.',
    );
  }
}

const READERS = Object.fromEntries(
  REGISTRY_IDS.map((registry) => [registry, createWordReader(SIGNATURES[registry])]),
) as Readonly<Record<Registry, ReadWords>>;

/** The kind that each event grants. No two registries share the name of an event. */
const KINDS_BY_EVENT: ReadonlyMap<string, Kind> = new Map(
  REGISTRY_IDS.flatMap((registry) =>
    listKinds(registry).map((kind) => [getKind(registry, kind).event, kind] as const),
  ),
);

/** Reads one log of a registry. Throws `UnknownEventError` if it is none of the registry's events. */
export function decode(registry: Registry, log: EventLog): Change | UnidentifiedRevocation {
  const words = READERS[registry](log.topics, log.data);
  if (!words) throw new UnknownEventError(registry, log, 'which has no such event');
  try {
    return decodeWords(registry, words);
  } catch (error) {
    throw new UnknownEventError(registry, log, messageOf(error));
  }
}

function decodeWords(registry: Registry, { eventName, args }: Words): Change | UnidentifiedRevocation {
  const { parties, enableArgument } = REGISTRIES[registry];
  const from = readAddress(args[parties.from]);
  if (eventName === 'RevokeAllDelegates') return { type: 'revokeAll', from };
  const to = readAddress(args[parties.to]);
  if (eventName === 'RevokeDelegate') {
    // The event names its caller. That is the revoked wallet only if the delegate itself called.
    return to === from ? { type: 'revokeUnidentified', from } : { type: 'revokePair', from, to };
  }
  const delegation = readDelegation(registry, eventName, args, from, to);
  return toggle(delegation, 'amount' in delegation ? delegation.amount > 0n : readBool(args[enableArgument]));
}

function readDelegation(
  registry: Registry,
  eventName: string,
  args: Words['args'],
  from: Address,
  to: Address,
): Delegation {
  const kind = KINDS_BY_EVENT.get(eventName);
  if (!kind) throw new TypeError(`no grant kind has the event ${eventName}`);
  const { contract_: contract, tokenId, rights, amount } = args;
  return createDelegation({
    registry,
    kind,
    from,
    to,
    contract: contract === undefined ? null : readAddress(contract),
    tokenId: tokenId === undefined ? null : BigInt(`0x${tokenId}`),
    rights: rights === undefined ? null : parseRights(`0x${rights}`),
    amount: amount === undefined ? null : BigInt(`0x${amount}`),
  });
}

function toggle(delegation: Delegation, stands: boolean): Change {
  return stands ? { type: 'grant', delegation } : { type: 'revoke', grant: grantOf(delegation) };
}

const TWELVE_ZERO_BYTES = '0'.repeat(24);

function readAddress(word = ''): Address {
  if (!word.startsWith(TWELVE_ZERO_BYTES)) throw new TypeError('an address is longer than 20 bytes');
  return parseAddress(`0x${word.slice(24)}`);
}

function readBool(word = ''): boolean {
  const value = BigInt(`0x${word}`);
  if (value > 1n) throw new TypeError('a boolean is neither 0 nor 1');
  return value === 1n;
}
