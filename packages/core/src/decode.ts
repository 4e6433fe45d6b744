import { decodeEventLog, type Hex } from 'viem';
import { v1Abi, v2Abi } from './abi.ts';
import { parseAddress } from './address.ts';
import type { Change, UnidentifiedRevocation } from './change.ts';
import { createDelegation, grantOf, type Registry } from './delegation.ts';
import { parseRights } from './rights.ts';

/** The part of a log that says what happened. */
export interface EventLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** The registries emit ten events. Anything else is not their log, or not their code. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
  constructor(registry: Registry, log: EventLog, cause: unknown) {
    super(
      `Not an event of the ${registry} registry: topics [${log.topics.join(', ')}], data ${log.data}. ` +
        'Check that the address holds the registry and that the node is honest.',
      { cause },
    );
  }
}

/** Reads one log of a registry. Throws `UnknownEventError` where the log is none of its events. */
export function decode(registry: Registry, log: EventLog): Change | UnidentifiedRevocation {
  return registry === 'v1' ? decodeV1(log) : decodeV2(log);
}

const V1_KINDS = {
  DelegateForAll: 'all',
  DelegateForContract: 'contract',
  DelegateForToken: 'token',
} as const;
const V2_KINDS = {
  DelegateAll: 'all',
  DelegateContract: 'contract',
  DelegateERC721: 'erc721',
  DelegateERC20: 'erc20',
  DelegateERC1155: 'erc1155',
} as const;

function decodeV1(log: EventLog): Change | UnidentifiedRevocation {
  const { eventName, args } = decodeWith('v1', v1Abi, log);
  const from = parseAddress(args.vault);
  if (eventName === 'RevokeAllDelegates') return { type: 'revokeAll', from };
  const to = parseAddress(args.delegate);
  if (eventName === 'RevokeDelegate') {
    // The event names its caller. Only when the delegate itself called is that the one revoked.
    return to === from ? { type: 'revokeUnidentified', from } : { type: 'revokePair', from, to };
  }
  const delegation = createDelegation({
    registry: 'v1',
    kind: V1_KINDS[eventName],
    from,
    to,
    contract: 'contract_' in args ? parseAddress(args.contract_) : null,
    tokenId: 'tokenId' in args ? args.tokenId : null,
  });
  return args.value ? { type: 'grant', delegation } : { type: 'revoke', grant: delegation };
}

function decodeV2(log: EventLog): Change {
  const { eventName, args } = decodeWith('v2', v2Abi, log);
  const delegation = createDelegation({
    registry: 'v2',
    kind: V2_KINDS[eventName],
    from: parseAddress(args.from),
    to: parseAddress(args.to),
    contract: 'contract_' in args ? parseAddress(args.contract_) : null,
    tokenId: 'tokenId' in args ? args.tokenId : null,
    rights: parseRights(args.rights),
    amount: 'amount' in args ? args.amount : null,
  });
  const stands = 'amount' in args ? args.amount > 0n : args.enable;
  return stands ? { type: 'grant', delegation } : { type: 'revoke', grant: grantOf(delegation) };
}

function decodeWith<const abi extends typeof v1Abi | typeof v2Abi>(
  registry: Registry,
  abi: abi,
  log: EventLog,
) {
  try {
    return decodeEventLog({ abi, topics: log.topics as [Hex, ...Hex[]], data: log.data, strict: true });
  } catch (cause) {
    throw new UnknownEventError(registry, log, cause);
  }
}
