/**
 * Origins of pages that a publishable key is for. Patterns and headers are parsed, then compared whole by scheme, host and
 * port, never as parts of a text: `https://example.com.evil.com` is no `https://example.com`.
 */
import { domainToASCII } from 'node:url';

/** One origin, or by https all subdomains of a host. */
export interface OriginPattern {
  /** The normal form, e.g. `https://*.example.com`. */
  readonly text: string;
  /** `.example.com:8443` of `https://*.example.com:8443`. `null` if the pattern is one origin. */
  readonly below: string | null;
}

/** The parsed patterns of a key. */
export interface OriginMatcher {
  readonly exact: ReadonlySet<string>;
  /** Ends of hosts with their ports, each with its leading dot. */
  readonly below: readonly string[];
  /** The first headers that were listed, because parsing costs more than the rest. */
  readonly parsed: Set<string>;
}

export const MAX_PATTERNS = 50;
const MAX_LENGTH = 255;
/** For each key, so that memory stays bounded. */
const MAX_PARSED = 8;
const HTTPS = 'https://';
const WILDCARD = '*.';
const MIN_WILDCARD_LABELS = 2;
/** A scheme, a host and perhaps a port, with nothing before, between or after them. People write hosts in any script. */
const WRITTEN = /^(https?):\/\/([^\s/?#@\\:[\]%]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
/** The same as browsers send it. */
const SENT = /^https?:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const ASCII = /^[\x21-\x7e]*$/;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Throws a `RangeError` that says what to write instead. */
export function parseOriginPattern(text: string): OriginPattern {
  const shown = JSON.stringify(text.slice(0, 100));
  const [, scheme = '', host = '', port] = WRITTEN.exec(text) ?? [];
  if (!scheme || text.length > MAX_LENGTH)
    throw new RangeError(
      `${shown} is not an origin: write scheme, host and port, as in https://app.example.com or http://localhost:5173, and no path.`,
    );
  const isWildcard = host.startsWith(WILDCARD);
  if (isWildcard && scheme.toLowerCase() !== 'https')
    throw new RangeError(`${shown}: *. works with https only. List each http origin.`);
  const origin = findOrigin(write(scheme, isWildcard ? host.slice(WILDCARD.length) : host, port));
  if (origin === null)
    throw new RangeError(`${shown} is not an origin that a browser sends: check its host and port.`);
  if (!isWildcard) return { text: origin, below: null };
  if (!hasSubdomains(new URL(origin).hostname))
    throw new RangeError(
      `${shown}: after *. write a domain of at least two labels, as in https://*.example.com. Addresses and localhost have no subdomains.`,
    );
  const end = origin.slice(HTTPS.length);
  return { text: HTTPS + WILDCARD + end, below: `.${end}` };
}

/** Stored patterns are in their normal form. One that cannot be parsed lists nothing. */
export function createOriginMatcher(patterns: readonly string[]): OriginMatcher {
  const parsed = patterns.flatMap((text) => findPattern(text) ?? []);
  return {
    exact: new Set(parsed.filter(({ below }) => below === null).map(({ text }) => text)),
    below: parsed.flatMap(({ below }) => below ?? []),
    parsed: new Set(),
  };
}

/** Tells whether the origin that a header names is listed. A missing header, `null` and a malformed origin are not. */
export function isListed(header: string | undefined, matcher: OriginMatcher): boolean {
  if (header === undefined) return false;
  const { exact, parsed } = matcher;
  // Browsers send the normal form, so most requests end here.
  if (exact.has(header) || parsed.has(header)) return true;
  const origin = findOrigin(header);
  if (origin === null || !hasOrigin(matcher, origin)) return false;
  if (parsed.size < MAX_PARSED) parsed.add(header);
  return true;
}

function hasOrigin({ exact, below }: OriginMatcher, origin: string): boolean {
  if (exact.has(origin)) return true;
  const authority = origin.startsWith(HTTPS) ? origin.slice(HTTPS.length) : '';
  // The end begins with a dot, and no label is empty: what stands before it is one or more whole labels.
  return below.some((end) => authority.endsWith(end));
}

/**
 * Returns the normal form of an origin that was sent: in lower case, without a default port. `null` if it is malformed. Browsers
 * write hosts in ASCII and addresses in one way only.
 */
function findOrigin(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const [, host, port] = SENT.exec(text) ?? [];
  if (!host || !isHost(host.toLowerCase()) || (port !== undefined && String(Number(port)) !== port))
    return null;
  const url = URL.parse(text);
  // Other ways to write an address, e.g. 127.1 and 0x7f.0.0.1, come out changed.
  return url?.hostname === host.toLowerCase() ? url.origin : null;
}

function isHost(host: string): boolean {
  return host.startsWith('[') || host.split('.').every((label) => LABEL.test(label));
}

function write(scheme: string, host: string, port: string | undefined): string {
  // ASCII hosts stay as they are: other ways to write an address must not become it.
  const ascii = ASCII.test(host) ? host : domainToASCII(host);
  return `${scheme}://${ascii}${port === undefined ? '' : `:${port}`}`;
}

function findPattern(text: string): OriginPattern | null {
  try {
    return parseOriginPattern(text);
  } catch {
    return null;
  }
}

function hasSubdomains(host: string): boolean {
  if (host.startsWith('[') || IPV4.test(host)) return false;
  const labels = host.split('.');
  return labels.length >= MIN_WILDCARD_LABELS && labels.at(-1) !== 'localhost';
}
