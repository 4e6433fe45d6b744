/** Secrets that are handed out once, and the cookies that bring them back. What is kept of one is its digest. */
import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = '__Host-mandate-session';
export const SIGN_IN_COOKIE = '__Host-mandate-sign-in';

const TOKEN = /^[\w-]{43}$/;

/**
 * Strict: the page is the same for everyone and asks for what is whose with requests of its own, which carry the
 * cookie however one came to the page.
 */
const COOKIE: CookieSerializeOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' };

export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are random and long: there is nothing to guess, so a plain digest hides them. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The digest of a cookie's token; null where there is none that could be ours. */
export function readCookie({ cookies }: FastifyRequest, name: string): Buffer | null {
  const token = cookies[name];
  return token !== undefined && TOKEN.test(token) ? digestOf(token) : null;
}

export function setCookie(reply: FastifyReply, name: string, token: string, maxAgeS: number): void {
  reply.setCookie(name, token, { ...COOKIE, maxAge: maxAgeS });
}

export function clearCookie(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, COOKIE);
}
