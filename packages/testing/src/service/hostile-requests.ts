/** Requests that no client sends by accident, generated from a seed. */

import { CHECKS, LISTS } from '@mandate/api/operations';
import fc from 'fast-check';
import { cursors, encodings, NAMES, values, WALLET, weighted } from './hostile-text.ts';
import type { RawRequest } from './raw-client.ts';

export interface HostileRequest extends RawRequest {
  /** The service may close the connection without a response: the request was incomplete, or asks for a tunnel. */
  readonly maybeSilent: boolean;
}

const MEGABYTE = 2 ** 20;
const CONTRACT = '0x00000000000000000000000000000000000000cc';
const PARTIES = [`to=${WALLET}&from=${CONTRACT}`, `delegate=${WALLET}&vault=${CONTRACT}`];
const USUAL_QUERY = `${PARTIES[0]}&contract=${CONTRACT}&tokenId=1`;

const parameter = weighted(
  [
    4,
    fc
      .tuple(fc.constantFrom(...NAMES), encodings, values, encodings)
      .map(([name, encodeName, value, encode]) => `${encodeName(name)}=${encode(value)}`),
  ],
  [2, cursors.map((cursor) => `cursor=${encodeURIComponent(cursor)}`)],
  [1, values.map((value) => `limit=${encodeURIComponent(value.toWellFormed())}`)],
  [1, fc.constantFrom('&', '=', '==', '?', ';', '#', '%', '&&a', '=&=', 'to', '?to=1')],
);

const query = fc
  .tuple(fc.boolean(), fc.array(parameter, { maxLength: 5 }), fc.boolean())
  .map(([usual, wild, twice]) => [usual ? USUAL_QUERY : '', ...wild, twice ? (wild[0] ?? '') : ''])
  .map((parts) => parts.filter((part) => part !== '').join('&'));

const PATHS = [...LISTS.map(({ path }) => path), ...CHECKS.map(({ path }) => path), '/wallets/:wallet'];
const FOLDERS = ['/registry/v1/', '/registry/v2/', '/registry/v2/check/', '/wallets/'];
const ODD_PATHS = [
  ...['/', '/docs', '/docs/', '/health', '/status', '/networks', '/openapi.json', '/llms.txt', '/mcp'],
  ...['/errors', '/metrics', '//registry/v2', '/registry', '/registry/v2/', '/registry/v2/check', '/.git'],
  ...['/registry/v2//check/all', '/registry/v2/../v2/check/all', '/%2e%2e/%2e%2e/etc/passwd'],
  ...['/REGISTRY/V2', `http://elsewhere/registry/v2/${WALLET}`, '*', '/*', '/:wallet'],
  ...['/registry/:v/:wallet', 'registry', '/registry/v2%2Fcheck%2Fall', `/registry/v2/${WALLET};a=b`],
  ...[`/registry/v2/${WALLET}#x`, 'http://a:999999/docs/', `/${'key'.repeat(3_000)}=`],
];

const path = weighted(
  [5, fc.constantFrom(...PATHS).map((each) => each.replace(':wallet', WALLET))],
  [
    3,
    fc
      .tuple(fc.constantFrom(...FOLDERS), encodings, values)
      .map(([folder, encode, value]) => folder + encode(value)),
  ],
  [2, fc.constantFrom(...ODD_PATHS)],
  [1, fc.webPath()],
);

const ODD_METHODS = [
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'QUERY', 'PROPFIND', 'M-SEARCH', 'PURGE'],
  ...['MKCOL', 'SOURCE', 'PRI', 'FOO', 'get', 'GETT', 'G T', '', '__proto__', 'GET\0'],
];
const method = weighted(
  [14, fc.constant('GET')],
  [2, fc.constantFrom('HEAD', 'OPTIONS')],
  [3, fc.constantFrom(...ODD_METHODS)],
);

const long = (most: number) => fc.integer({ min: 1, max: most }).map((length) => 'x'.repeat(length));

const ODD_HEADERS = [
  ...['Expect: 100-continue', 'Expect: a miracle', 'Connection: close', 'Connection: upgrade'],
  ...['Upgrade: h2c', 'Connection: Upgrade\r\nUpgrade: websocket', 'Accept-Version: 9.x'],
  ...['Accept: text/html', 'Range: bytes=0-0', 'If-None-Match: *', 'Accept-Encoding: br;q=2'],
  ...['Origin: null', 'Origin: https://a\tb', 'Cookie: a=b; a=c', 'Content-Type: application/xml'],
  ...['Content-Type: ', 'X-Forwarded-For: 1, , ::', 'X-HTTP-Method-Override: PUT', 'X-Request-Id: a\tb'],
  ...['X-Request-Id: <script>', 'X-API-KEY: mdt_live_x', '__proto__: 1', 'constructor: 1'],
  ...['Access-Control-Request-Method: PUT', 'Access-Control-Request-Headers: \u00ff', 'Host: two', 'Host:'],
  ...['no colon', ': no name', 'a b: c', 'folded: a\r\n b', 'bare: a\nb: c', 'bare: a\rb', 'null: a\0b'],
  ...[' a: b', 'Content-Length: 5\r\nContent-Length: 6', 'Content-Length: -1', 'Content-Length: 1e0'],
  ...['Content-Length: ９', 'Transfer-Encoding: chunked\r\nContent-Length: 5'],
  ...['Transfer-Encoding: xchunked', 'TE: trailers'],
];
const header = weighted(
  [8, fc.constantFrom(...ODD_HEADERS)],
  [1, fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `X-Any: ${text}`)],
  [1, long(12_000).map((text) => `X-Long: ${text}`)],
  [1, long(12_000).map((text) => `${text}: 1`)],
  [1, fc.integer({ min: 1, max: 1_500 }).map((count) => 'a: b\r\n'.repeat(count).trimEnd())],
);

const body = fc.constantFrom(
  ...['', '', '', 'Content-Length: 5\r\n\r\nhello', 'Content-Length: 0\r\n\r\n'],
  ...['Content-Length: 9\r\n\r\nhello', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  'Transfer-Encoding: chunked\r\n\r\n-1\r\n',
  'Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{"a',
  'Content-Length: 1\r\n\r\nGET / HTTP/1.1\r\n\r\n',
);

const version = fc.constantFrom(...new Array<string>(7).fill('1.1'), '1.0', '0.9', '2.0', '1.5', '9', 'x');

/** The `Host` headers of some requests. The others have a valid one. */
const HOSTS = [[], ['Host: ['], ['Host: 999.999.999.999']];

/** Framed as any client does; only the path and the parameters are hostile. */
const wellFramed = fc
  .tuple(fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS'), path, query)
  .map(([name, where, asked]) => ({
    bytes: Buffer.from(`${name} ${where}${asked ? `?${asked}` : ''} HTTP/1.1\r\nHost: a\r\n\r\n`),
    head: name === 'HEAD',
    reusable: true,
    maybeSilent: false,
  }));

/** Valid parameters of an operation with at most one error: these get furthest into the service. */
const nearlyRight = weighted(
  [
    3,
    fc
      .tuple(fc.constantFrom(...LISTS, ...CHECKS), fc.nat(19), encodings, values)
      .map(([{ path: template, parameters }, place, encode, value]) => {
        const usual = new URLSearchParams(`${PARTIES.join('&')}&${USUAL_QUERY}`);
        const given = Object.values(parameters)
          .filter((parameter) => parameter.in === 'query')
          .map(({ name }, index) => [name, index === place ? encode(value) : usual.get(name)] as const)
          .filter(([, text]) => text !== null);
        return `${template.replace(':wallet', WALLET)}?${given.map(([name, text]) => `${name}=${text}`).join('&')}`;
      }),
  ],
  [1, cursors.map((cursor) => `/registry/v2/${WALLET}?cursor=${encodeURIComponent(cursor)}`)],
).map((url) => ({
  bytes: Buffer.from(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`),
  reusable: true,
  maybeSilent: false,
}));

const illFramed = fc
  .tuple(method, path, query, version, fc.nat(9), fc.array(header, { maxLength: 3 }), body)
  .map(([name, where, asked, http, dice, headers, rest]) => {
    const host = HOSTS[dice] ?? ['Host: a'];
    const lines = [`${name} ${where}?${asked} HTTP/${http}`, ...host, ...headers];
    return {
      // Each character is one byte, so that bytes which are not UTF-8 arrive as well.
      bytes: Buffer.from(`${lines.join('\r\n')}\r\n${rest || '\r\n'}`, dice < 5 ? 'latin1' : 'utf8'),
      head: name === 'HEAD',
      reusable: false,
      maybeSilent: name === 'CONNECT',
    };
  });

const garbage = fc
  .oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('GET', 'GET / HTTP/1.1\r\nHost: a\r\n', '\r\n\r\n', '\x16\x03\x01\x02', '{}')
      .map(Buffer.from),
  )
  .map((bytes) => ({ bytes, reusable: false, end: true, maybeSilent: true }));

const enormous = fc
  .tuple(fc.constantFrom('to=', 'a&', '%00', 'to=1&', 'é'), fc.boolean())
  .map(([part, inHeader]) => {
    const text = part.repeat(MEGABYTE / part.length);
    const [asked, headers] = inHeader ? ['', `X: ${text}\r\n`] : [text, ''];
    const bytes = Buffer.from(`GET /registry/v2/check/all?${asked} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    return { bytes, reusable: false, maybeSilent: false };
  });

export function createHostileRequests(seed: number, count: number): readonly HostileRequest[] {
  const requests = weighted<HostileRequest>(
    [160, nearlyRight],
    [110, wellFramed],
    [110, illFramed],
    [19, garbage],
    [1, enormous],
  );
  return fc.sample(requests, { seed, numRuns: count });
}
