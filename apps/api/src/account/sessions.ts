/** Signing in and out. */
import type { Address } from '@mandate/core';
import type { Session, SessionStore } from '@mandate/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hex } from 'viem';
import { z } from 'zod';
import { ProblemError } from '../http/problems.ts';
import { checksum } from '../request/checksum.ts';
import type { Nonces } from './nonces.ts';
import { OWN_ROUTE } from './own-route.ts';
import { readBody } from './read-body.ts';
import { type Circumstances, readSignInMessage, refuse, VALIDITY_S } from './sign-in-message.ts';
import type { Site } from './site.ts';
import {
  clearCookie,
  createToken,
  digestOf,
  readCookie,
  SESSION_COOKIE,
  SIGN_IN_COOKIE,
  setCookie,
} from './tokens.ts';
import type { VerifySignature } from './verify-signature.ts';

export interface SessionDependencies {
  readonly store: SessionStore;
  readonly nonces: Nonces;
  readonly site: Site;
  readonly isServed: Circumstances['isServed'];
  readonly verifySignature: VerifySignature;
}

/** From sign-in on, however much it is used. */
const SESSION_S = 7 * 24 * 60 * 60;

const signInSchema = z.strictObject({
  message: z.string('is missing: send what the wallet signed.'),
  // A contract may take no bytes at all for a signature.
  signature: z
    .string('is missing: send it in hex.')
    .regex(/^0x(?:[\da-f]{2})*$/i, 'has to be 0x and hex digits.'),
});

export function addSessions(
  app: FastifyInstance,
  { store, nonces, site, isServed, verifySignature }: SessionDependencies,
): void {
  app.post('/nonce', OWN_ROUTE, async (request, reply) => {
    readBody(z.strictObject({}), request.body);
    const token = createToken();
    const { nonce, expiresAt } = nonces.create(digestOf(token), new Date());
    setCookie(reply, SIGN_IN_COOKIE, token, VALIDITY_S);
    const { domain, page, statement } = site;
    return reply.code(201).send({ nonce, domain, uri: page, statement, expiresAt });
  });

  // Each attempt leaves a row and may ask the nodes of a chain, so it counts as a request.
  app.post('/session', { config: { ...OWN_ROUTE.config, counted: true } }, async (request, reply) => {
    const { message, signature } = readBody(signInSchema, request.body);
    const { address, chainId, nonce } = readSignInMessage(message, { site, isServed, now: new Date() });
    await consumeNonce(request, nonce);
    const verdict = await verifySignature({ address, chainId, message, signature: signature as Hex });
    if (verdict === 'unknown')
      throw refuse('The nodes of this chain can not be asked about a smart-contract wallet now.');
    if (verdict === 'invalid') throw refuse('The signature is not one of the wallet that the message names.');
    const token = createToken();
    const session = await store.createSession({
      digest: digestOf(token),
      owner: address,
      lifetimeS: SESSION_S,
      // An old session ends here: a token that was known before sign-in must not work after it.
      replaces: readCookie(request, SESSION_COOKIE),
    });
    setCookie(reply, SESSION_COOKIE, token, SESSION_S);
    clearCookie(reply, SIGN_IN_COOKIE);
    return reply.code(201).send(present(session));
  });

  app.get('/session', OWN_ROUTE, async (request) => present(await getSession(store, request)));

  app.delete('/session', OWN_ROUTE, async (request, reply) => {
    const digest = readCookie(request, SESSION_COOKIE);
    if (digest) await store.deleteSession(digest);
    clearCookie(reply, SESSION_COOKIE);
    return reply.code(204).send();
  });

  app.delete('/sessions', OWN_ROUTE, async (request, reply) => {
    await store.deleteSessions(await getOwner(store, request));
    clearCookie(reply, SESSION_COOKIE);
    return reply.code(204).send();
  });

  /** Before the signature is looked at: nobody tries two with one nonce. */
  async function consumeNonce(request: FastifyRequest, nonce: string): Promise<void> {
    const browser = readCookie(request, SIGN_IN_COOKIE);
    if (!browser) throw refuse('This browser has asked for no nonce, or keeps no cookies.');
    const isFirst =
      nonces.isValid(nonce, browser, new Date()) &&
      (await store.useNonce({ digest: usedOf(nonce), browser }));
    if (!isFirst) throw refuse('The nonce was used before, has expired, or was given to another browser.');
  }
}

/** Prefixes the nonce, because older versions take a stored digest of the plain nonce for one that is not used yet. */
function usedOf(nonce: string): Buffer {
  return digestOf(`used ${nonce}`);
}

/** The wallet that is signed in. */
export async function getOwner(store: SessionStore, request: FastifyRequest): Promise<Address> {
  return (await getSession(store, request)).owner;
}

async function getSession(store: SessionStore, request: FastifyRequest): Promise<Session> {
  const digest = readCookie(request, SESSION_COOKIE);
  const session = digest && (await store.findSession(digest));
  if (!session) throw new ProblemError('not_signed_in', 'There is no session, or it has ended: sign in.');
  return session;
}

function present({ owner, expiresAt }: Session) {
  return { address: checksum(owner), expiresAt };
}
