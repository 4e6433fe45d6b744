import type { Hex } from 'viem';
import { v1Abi, v2Abi } from './abi.ts';
import { type Address, parseAddress } from './address.ts';
import type { Change, UnidentifiedRevocation } from './change.ts';
import { createDelegation, type Delegation, grantOf, type Kind, type Registry } from './delegation.ts';
import { createWordReader, type Words } from './event-words.ts';
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

const READERS = { v1: createWordReader(v1Abi), v2: createWordReader(v2Abi) };

const KINDS: Readonly<Record<string, Kind>> = {
  DelegateForAll: 'all',
  DelegateForContract: 'contract',
  DelegateForToken: 'token',
  DelegateAll: 'all',
  DelegateContract: 'contract',
  DelegateERC721: 'erc721',
  DelegateERC20: 'erc20',
  DelegateERC1155: 'erc1155',
};

/** Reads one log of a registry. Throws `UnknownEventError` where the log is none of its events. */
export function decode(registry: Registry, log: EventLog): Change | UnidentifiedRevocation {
  const words = READERS[registry](log.topics, log.data);
  if (!words) throw new UnknownEventError(registry, log, 'which has no such event');
  try {
    return registry === 'v1' ? decodeV1(words) : decodeV2(words);
  } catch (error) {
    throw new UnknownEventError(registry, log, error instanceof Error ? error.message : String(error));
  }
}

function decodeV1({ eventName, args }: Words): Change | UnidentifiedRevocation {
  const from = readAddress(args['vault']);
  if (eventName === 'RevokeAllDelegates') return { type: 'revokeAll', from };
  const to = readAddress(args['delegate']);
  if (eventName === 'RevokeDelegate') {
    // The event names its caller. Only when the delegate itself called is that the one revoked.
    return to === from ? { type: 'revokeUnidentified', from } : { type: 'revokePair', from, to };
  }
  return toggle(readDelegation('v1', eventName, args, from, to), readBool(args['value']));
}

function decodeV2({ eventName, args }: Words): Change {
  const from = readAddress(args['from']);
  const to = readAddress(args['to']);
  const delegation = readDelegation('v2', eventName, args, from, to);
  return toggle(delegation, 'amount' in delegation ? delegation.amount > 0n : readBool(args['enable']));
}

function readDelegation(
  registry: Registry,
  eventName: string,
  args: Words['args'],
  from: Address,
  to: Address,
): Delegation {
  const kind = KINDS[eventName];
  if (!kind) throw new TypeError(`nobody knows what ${eventName} grants`);
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
