/** The buckets that a request is counted under. */
import type { FastifyRequest } from 'fastify';
import type { CheckedKey } from '../keys/checked-key.ts';
import type { Ceilings } from './ceilings.ts';
import { networksOf } from './client.ts';
import type { FindHolder } from './shares.ts';
import {
  ANONYMOUS_LIMITS,
  type Bucket,
  type Decision,
  type Policy,
  PUBLISHABLE_LIMIT,
  SERVICE_LIMITS,
  VISITOR_LIMIT,
} from './window.ts';

export function createBuckets(findHolder: FindHolder, ceilings: Ceilings) {
  const clientOf = (request: FastifyRequest) => findHolder(request)?.client ?? '';

  /** Lists the client, then its IPv6 networks. */
  function listNetworks(request: FastifyRequest, policies: readonly Policy[], prefix = ''): Bucket[] {
    const networks = networksOf(clientOf(request));
    return policies.slice(0, networks.length).map((policy, i) => ({ id: prefix + networks[i], policy }));
  }
  const listAnonymous = (request: FastifyRequest) => listNetworks(request, ANONYMOUS_LIMITS);

  /** Lists the ceilings of a secret key and of its owner, if there are any. */
  function listOfSecret({ id, owner, ceiling }: CheckedKey): Bucket[] {
    const buckets: Bucket[] = [];
    const limit = Math.min(ceilings.key ?? Infinity, ceiling ?? Infinity);
    if (limit !== Infinity) buckets.push({ id: `key:${id}`, policy: { name: 'key', limit } });
    // A key of the operator has no owner.
    if (ceilings.owner !== null && owner !== null)
      buckets.push({ id: `owner:${owner}`, policy: { name: 'owner', limit: ceilings.owner } });
    return buckets;
  }

  /**
   * Lists the visitor first, then the total of the key. No key has more than its owner, but the owner's bucket is left alone:
   * everyone may copy a publishable key, and a flood with it must not stop the owner's other keys.
   */
  function listOfPublishable(client: string, { id, owner, ceiling, visitorCeiling }: CheckedKey): Bucket[] {
    const ofOwner = owner === null ? null : ceilings.owner;
    const limit = Math.min(ceiling ?? PUBLISHABLE_LIMIT, ceilings.key ?? Infinity, ofOwner ?? Infinity);
    return [
      {
        id: `visitor:${id}:${client}`,
        policy: { name: 'visitor', limit: visitorCeiling ?? VISITOR_LIMIT },
      },
      { id: `key:${id}`, policy: { name: 'key', limit } },
    ];
  }

  return {
    /** Lists the client and its networks, or with a valid key the limits of the key. None: the request is not counted. */
    list(request: FastifyRequest): readonly Bucket[] {
      const { apiKey, config } = request;
      if (config.ofService) return listNetworks(request, SERVICE_LIMITS, 'service:');
      if (!apiKey) return listAnonymous(request);
      return apiKey.kind === 'secret' ? listOfSecret(apiKey) : listOfPublishable(clientOf(request), apiKey);
    },
    /** Lists the client and its networks, if a publishable key's total is used up and the visitor's own share is not. `null` if the decisions stand. */
    findFallback(request: FastifyRequest, [visitor, total]: readonly Decision[]): readonly Bucket[] | null {
      const isUsedUp = request.apiKey?.kind === 'publishable' && visitor?.admitted && !total?.admitted;
      return isUsedUp ? listAnonymous(request) : null;
    },
  };
}
