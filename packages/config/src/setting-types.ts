/** The types of settings, parsed from text. */
import { isIP } from 'node:net';
import { z } from 'zod';

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message);
}

export function oneOf<const T extends string>(...words: T[]) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}.` });
}

export function urlOf(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be a URL like ${example}.` });
}

export const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'must be a share from 0 to 1, like 0.01.')
  .transform(Number);

/** The URL of one server, or of several separated by commas: `postgres://user@a,b/database`. */
export function serversUrlOf(protocol: RegExp, example: string) {
  const one = urlOf(protocol, example);
  const isRight = (text: string) => {
    const [, before, hosts = '', after] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
    return hosts.split(',').every((host) => host !== '' && one.safeParse(`${before}${host}${after}`).success);
  };
  return z.string().refine(isRight, `must be a URL like ${example}.`);
}

/** An address or a name of this machine to listen on. */
export const hostName = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || HOST_NAME.test(text),
    'must be an address or a host name, like 0.0.0.0, :: or localhost.',
  );

/** 0: the system chooses a port. */
export const port = wholeNumber(0, 65_535);
