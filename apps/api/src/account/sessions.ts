/** Signing in and out. Tokens are handed out once as cookies, and the database keeps their digests. */
import { hash, randomBytes } from 'node:crypto';
import type { Address } from '@mandate/core';
import { checksum } from '@mandate/read-model/checksum';
import type { Session, SessionStore } from '@mandate/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hex } from 'viem';
import { z } from 'zod';
import { ProblemError } from '../http/problems.ts';
import { readFields } from '../request/read-body.ts';
import type { Nonces } from './nonces.ts';
import { OWN_ROUTE, type Site } from './own-page.ts';
import { type Circumstances, readSignInMessage, refuse, VALIDITY_S } from './sign-in-message.ts';
import type { VerifySignature } from './verify-signature.ts';

interface SessionDependencies {
  readonly store: SessionStore;
  readonly nonces: Nonces;
  readonly site: Site;
  readonly isServed: Circumstances['isServed'];
  readonly verifySignature: VerifySignature;
}

/** The wallet that is signed in; throws where none is. */
export type GetOwner = (request: FastifyRequest) => Promise<Address>;

const SESSION_COOKIE = '__Host-mandate-session';
const SIGN_IN_COOKIE = '__Host-mandate-sign-in';
/** Strict: the page asks for what is whose with requests of its own, which carry the cookie however one came to it. */
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;
const TOKEN = /^[\w-]{43}$/;
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
): GetOwner {
  app.post('/nonce', OWN_ROUTE, async (request, reply) => {
    readFields(z.strictObject({}), request.body);
    const token = createToken();
    const { nonce, expiresAt } = nonces.create(digestOf(token), new Date());
    reply.setCookie(SIGN_IN_COOKIE, token, { ...COOKIE, maxAge: VALIDITY_S });
    const { domain, page, statement } = site;
    return reply.code(201).send({ nonce, domain, uri: page, statement, expiresAt });
  });

  // Each attempt leaves a row and may ask the nodes of a chain, so it counts as a request.
  app.post('/session', { config: { ...OWN_ROUTE.config, counted: true } }, async (request, reply) => {
    const { message, signature } = readFields(signInSchema, request.body);
    const { address, chainId, nonce } = readSignInMessage(message, { site, isServed, now: new Date() });
    await consumeNonce(request, nonce);
    const verdict = await verifySignature({ address, chainId, message, signature: signature as Hex });
    if (verdict === 'unknown')
      throw refuse('The nodes of this chain cannot verify a smart-contract wallet now.');
    if (verdict === 'invalid') throw refuse('The signature is not one of the wallet that the message names.');
    const token = createToken();
    const session = await store.createSession({
      digest: digestOf(token),
      owner: address,
      lifetimeS: SESSION_S,
      // An old session ends here: a token that was known before sign-in must not work after it.
      replaces: readCookie(request, SESSION_COOKIE),
    });
    reply.setCookie(SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_S });
    reply.clearCookie(SIGN_IN_COOKIE, COOKIE);
    return reply.code(201).send(present(session));
  });

  app.get('/session', OWN_ROUTE, async (request) => present(await getSession(request)));

  app.delete('/session', OWN_ROUTE, async (request, reply) => {
    const digest = readCookie(request, SESSION_COOKIE);
    if (digest) await store.deleteSession(digest);
    return reply.clearCookie(SESSION_COOKIE, COOKIE).code(204).send();
  });

  app.delete('/sessions', OWN_ROUTE, async (request, reply) => {
    await store.deleteSessions((await getSession(request)).owner);
    return reply.clearCookie(SESSION_COOKIE, COOKIE).code(204).send();
  });

  /** Before the signature is looked at: nobody tries two with one nonce. */
  async function consumeNonce(request: FastifyRequest, nonce: string): Promise<void> {
    const browser = readCookie(request, SIGN_IN_COOKIE);
    if (!browser) throw refuse('This browser has asked for no nonce, or keeps no cookies.');
    const isFirst =
      nonces.isValid(nonce, browser, new Date()) &&
      // With a prefix: older versions take a stored digest of the plain nonce for one that is not used yet.
      (await store.useNonce({ digest: digestOf(`used ${nonce}`), browser }));
    if (!isFirst) throw refuse('The nonce was used before, has expired, or was given to another browser.');
  }

  async function getSession(request: FastifyRequest): Promise<Session> {
    const digest = readCookie(request, SESSION_COOKIE);
    const session = digest && (await store.findSession(digest));
    if (!session) throw new ProblemError('not_signed_in', 'There is no session, or it has ended: sign in.');
    return session;
  }

  return async (request) => (await getSession(request)).owner;
}

const createToken = () => randomBytes(32).toString('base64url');

/** Tokens are random and long: there is nothing to guess, so a plain digest hides them. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The digest of a cookie's token; null where there is none that could be ours. */
function readCookie({ cookies }: FastifyRequest, name: string): Buffer | null {
  const token = cookies[name];
  return token !== undefined && TOKEN.test(token) ? digestOf(token) : null;
}

function present({ owner, expiresAt }: Session) {
  return { address: checksum(owner), expiresAt };
}
