/** Requests rejected before any operation: unknown path, wrong method, URL too long, headers too large. */
import { type Case, expectAt, fails, refusesMethod } from './conformance-case.ts';
import { COLD } from './grants.ts';
import { SAMPLES } from './samples.ts';

/** Paths that nothing is at, and what each probably means. */
const NOWHERE = {
  'another-version': [`/registry/v3/${COLD}`, `/registry/v2/${COLD}`],
  'no-wallet': ['/registry/v2', '/registry/v2/{wallet}'],
  'check-of-v1-in-v2': ['/registry/v2/check/token', '/registry/v1/check/token'],
  'check-of-v2-in-v1': ['/registry/v1/check/erc721', '/registry/v2/check/erc721'],
  'upper-case': [`/Registry/v2/${COLD}`, `/registry/v2/${COLD}`],
  'something-after': [`/registry/v2/${COLD}/tokens`, `/registry/v2/${COLD}`],
  anywhere: ['/nowhere', null],
} as const;

const MAX_URL_BYTES = 2_048;
const MAX_HEADER_BYTES = 8_192;

function urlOf(bytes: number): string {
  const path = `/registry/v2/${COLD}?_padding=`;
  return path + 'a'.repeat(bytes - path.length);
}

/** Returns headers of this size, including names, colons, spaces and line breaks. */
function headersOf(bytes: number): Record<string, string> {
  const headers = { host: 'localhost', connection: 'close', 'x-padding': '' };
  const sizes = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`.length);
  return { ...headers, 'x-padding': 'a'.repeat(sizes.reduce((left, size) => left - size, bytes)) };
}

const sized = (line: string, urlBytes: number, headerBytes: number, expected: object = {}): Case => ({
  ...{ covers: `limit.${line}`, path: urlOf(urlBytes), headers: headersOf(headerBytes), raw: true },
  ...expected,
});

export const STATUS_404_405_414_431: readonly Case[] = [
  ...Object.entries(NOWHERE).map(([line, [path, meant]]) => {
    const hint = meant ? ` Did you mean ${meant}?` : '';
    const detail = `There is nothing at ${path}.${hint} /docs lists the paths.`;
    return expectAt(`path.${line}`, path, fails('not_found', detail));
  }),
  ...SAMPLES.map(({ id, ask }) => refusesMethod(`${id}.method`, 'POST', ask('').path)),
  ...['PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) =>
    refusesMethod('method.other', method, `/registry/v2/${COLD}`),
  ),
  refusesMethod('method.other', 'POST', '/networks'),
  // The method is rejected before the parameters.
  refusesMethod('method.other', 'POST', '/registry/v2/nobody'),
  sized('url.at', MAX_URL_BYTES, 100),
  sized('url.above', MAX_URL_BYTES + 1, 100, fails('uri_too_long')),
  sized('url.far-above', 10 * MAX_URL_BYTES, 100, fails('uri_too_long')),
  sized('headers.at', 100, MAX_HEADER_BYTES),
  sized('headers.at', MAX_URL_BYTES, MAX_HEADER_BYTES),
  sized('headers.above', 100, MAX_HEADER_BYTES + 1, fails('headers_too_large')),
  sized('headers.far-above', 100, 4 * MAX_HEADER_BYTES, fails('headers_too_large')),
];
