/** Reads the origin of a page as someone types it. The service decides; this explains a mistake before it is sent. */

export type OriginReading =
  | { readonly type: 'origin'; readonly origin: string }
  | {
      readonly type: 'problem';
      readonly problem: string;
      /** An origin that was probably meant. */
      readonly meant?: string;
    };

export const MAX_ORIGINS = 50;

const SCHEME = /^https?:\/\//i;
const WILDCARD = /^https:\/\/\*\./i;
/** Takes the place of `*` while the rest is read. */
const LABEL = 'any';
const IP = /^(?:\[.*\]|[\d.]+)$/;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i;
/** A scheme, a host and perhaps a port, without leading zeros. */
const FORM = /^https?:\/\/([^\s/?#@\\:[\]%]+|\[[\da-f:.]+\])(?::(?:0|[1-9]\d{0,4}))?$/i;
const NAME = /^[a-z\d_-]{1,63}$/;
const MAX_LENGTH = 255;
const NOT_AN_ORIGIN = 'This is not an origin. Enter e.g. https://app.example.com.';
const WILDCARD_RULE = 'A * can only follow https:// directly, as in https://*.example.com.';

export function readOrigin(text: string): OriginReading {
  const given = text.trim();
  if (given === '') return problem('Enter an origin, e.g. https://app.example.com.');
  if (/\s|,/.test(given)) return problem('Enter one origin at a time.');
  if (!SCHEME.test(given)) return readWithoutScheme(given);
  return given.includes('*') ? readWildcard(given) : readExact(given);
}

function readWithoutScheme(given: string): OriginReading {
  if (given.includes('://') || given.startsWith('null'))
    return problem('Begin with https:// (or http:// on your own machine).');
  const meant = readOrigin(`${LOCAL.test(given) ? 'http' : 'https'}://${given}`);
  const text = 'Begin with https:// (or http:// on your own machine).';
  return meant.type === 'origin' ? problem(text, meant.origin) : problem(text, meant.meant);
}

function readWildcard(given: string): OriginReading {
  if (/^http:/i.test(given))
    return problem('A * needs https://.', originOf(readWildcard(given.replace(/^http/i, 'https'))));
  if (!WILDCARD.test(given) || given.indexOf('*') !== given.lastIndexOf('*')) return problem(WILDCARD_RULE);
  const reading = readExact(given.replace('*', LABEL));
  const restore = (origin: string) => origin.replace(`//${LABEL}.`, '//*.');
  if (reading.type === 'problem')
    return problem(reading.problem, reading.meant && originOf(readWildcard(restore(reading.meant))));
  const host = new URL(reading.origin).hostname.slice(LABEL.length + 1);
  if (IP.test(host) || !host.includes('.') || host.endsWith('.localhost'))
    return problem('Put at least two names after the *, as in https://*.example.com.');
  return { type: 'origin', origin: restore(reading.origin) };
}

function readExact(given: string): OriginReading {
  const url = URL.parse(given);
  if (!url || given.length > MAX_LENGTH) return problem(NOT_AN_ORIGIN);
  if (url.username || url.password || given.includes('@')) return problem('An origin has no user name.');
  if (url.hostname.endsWith('.') || url.hostname.includes('..') || url.hostname.startsWith('.'))
    return problem('Leave out the extra dot.', originOf(dropDots(url)));
  // The text itself has to end at the host: a browser never sends a path.
  if (given.slice(given.indexOf('//') + 2).match(/[/?#\\]/))
    return problem('An origin ends after the host and port.', originOf(readExact(url.origin)));
  return isBrowserForm(given, url) ? { type: 'origin', origin: url.origin } : problem(NOT_AN_ORIGIN);
}

/** Tells whether a browser would send this. `URL` reads more, e.g. 127.1 and 0x7f.1 as addresses. */
function isBrowserForm(given: string, { hostname }: URL): boolean {
  const [, written = ''] = FORM.exec(given) ?? [];
  if (IP.test(hostname)) return written.toLowerCase() === hostname;
  return written !== '' && hostname.split('.').every((label) => NAME.test(label));
}

function dropDots({ protocol, hostname, port }: URL): OriginReading {
  const host = hostname.split('.').filter(Boolean).join('.');
  return host ? readExact(`${protocol}//${host}${port && `:${port}`}`) : problem('');
}

function originOf(reading: OriginReading): string | undefined {
  return reading.type === 'origin' ? reading.origin : undefined;
}

function problem(problem: string, meant?: string): OriginReading {
  return { type: 'problem', problem, ...(meant !== undefined && { meant }) };
}
