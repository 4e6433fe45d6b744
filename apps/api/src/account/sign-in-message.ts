/** Reads the message that a wallet signed to sign in (EIP-4361), and checks that it is meant for this site and time. */
import { parseAddress, ZERO_ADDRESS } from '@mandate/core';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { ProblemError } from '../http/problems.ts';
import type { Site } from './own-page.ts';

export interface Circumstances {
  readonly site: Site;
  readonly isServed: (chainId: number) => boolean;
  readonly now: Date;
}

export const VALIDITY_S = 5 * 60;
/** The clock of a user's device may be this far ahead. */
const MAX_AHEAD_S = 60;

/** The whole message. viem finds the fields wherever they are: text around them, or a second set of them, must not pass. */
const WHOLE =
  /^\S+ wants you to sign in with your Ethereum account:\n0x[\da-fA-F]{40}\n\n(?:.+\n)?\nURI: .+\nVersion: .+\nChain ID: \d+\nNonce: [\da-zA-Z]+\nIssued At: .+(?:\nExpiration Time: .+)?(?:\nNot Before: .+)?(?:\nRequest ID: .*)?(?:\nResources:(?:\n- .+)*)?$/;
const PRINTABLE = /^[\n\x20-\x7e]*$/;

export function readSignInMessage(text: string, { site, isServed, now }: Circumstances) {
  const message = WHOLE.test(text) && PRINTABLE.test(text) ? parseSiweMessage(text) : {};
  const { address, domain, scheme, uri, chainId, nonce, issuedAt } = message;
  if (!address || !domain || !uri || chainId === undefined || !nonce || !issuedAt)
    throw refuse('The message does not follow EIP-4361.');
  const named = `${scheme ? `${scheme}://` : ''}${domain}`;
  if (domain !== site.domain || (scheme ?? site.scheme) !== site.scheme)
    throw refuse(`The message is for ${named}, but this service is ${site.domain}.`);
  if (!URL.canParse(uri) || new URL(uri).origin !== site.origin)
    throw refuse(`The URI of the message must be ${site.page}.`);
  if (message.version !== '1') throw refuse('The version of the message must be 1.');
  if (!isServed(chainId))
    throw refuse(`Chain ${chainId} is not served here. Switch the wallet to a chain of /networks.`);
  assertTime(issuedAt, now);
  if (!validateSiweMessage({ message, domain: site.domain, time: now }))
    throw refuse('The message has expired, or is not valid yet.');
  // Nobody's wallet; and what recovers no signer at all recovers this one.
  if (address === ZERO_ADDRESS) throw refuse('The message names no wallet.');
  return { address: parseAddress(address), chainId, nonce };
}

function assertTime(issuedAt: Date, now: Date): void {
  const ageS = (now.getTime() - issuedAt.getTime()) / 1000;
  if (Number.isNaN(ageS)) throw refuse('"Issued At" is not a time.');
  if (ageS > VALIDITY_S) throw refuse('The message is older than five minutes.');
  if (ageS < -MAX_AHEAD_S) throw refuse('The message is dated in the future. Set the clock of this device.');
}

export function refuse(why: string): ProblemError {
  return new ProblemError('sign_in_refused', `${why} Ask for a new nonce, and sign a new message.`);
}
