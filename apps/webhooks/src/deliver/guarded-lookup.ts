/** Resolves the hosts of endpoints, and refuses those that are not public: no request reaches a network behind this machine. */
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '@mandate/config';

/** A name that takes longer to resolve counts as unreachable. */
const LOOKUP_TIMEOUT_MS = 2_000;

export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  constructor(host: string) {
    super(`${host} is not a host of the public internet.`);
  }
}

/** Resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks the name servers directly: nothing of this machine's own names is used, and a server that hangs holds no thread. */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 2 });
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return addresses;
    throw Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' });
  };
}

/** Tells whether endpoints may be at an address: a public one that is not this machine's own. */
export function mayConnect(address: string): boolean {
  if (!isPublicAddress(address)) return false;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.every((each) => each.address !== address);
}

/** Refuses a name as soon as one of its addresses is refused: the next answer could begin with that one. */
async function lookUp(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (!addresses.every(mayConnect)) throw new RefusedAddressError(host);
  return addresses;
}

/** Returns the look-up of connections: they go to one of the addresses that it has checked. */
export function createGuardedLookup(resolve: Resolve): LookupFunction {
  return (host, { all }, done) => {
    lookUp(host, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all) done(null, found);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    );
  };
}
