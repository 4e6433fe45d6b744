/** Requests rejected before any operation: unknown path, wrong method, URL too long, headers too large. */
import { type Case, pathOf } from './conformance-case.ts';
import { COLD, SAMPLES } from './samples.ts';

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

const STATUS_404: readonly Case[] = Object.entries(NOWHERE).map(([line, [path, meant]]) => ({
  name: path,
  covers: [`path.${line}`, 'code.not_found'],
  path,
  status: 404,
  problem: {
    code: 'not_found',
    detail: `There is nothing at ${path}.${meant ? ` Did you mean ${meant}?` : ''} /docs lists the paths.`,
  },
}));

const refusedMethod = (method: string, path: string, covers: readonly string[]): Case => ({
  name: `${method} ${path}`,
  covers: [...covers, 'code.method_not_allowed', 'header.Allow'],
  method,
  path,
  status: 405,
  answers: { allow: 'GET, HEAD, OPTIONS' },
  problem: {
    code: 'method_not_allowed',
    detail: `This path does not take ${method}. The Allow header lists the methods that it takes.`,
  },
});

const STATUS_405: readonly Case[] = [
  ...SAMPLES.map(({ id, path, values }) => refusedMethod('POST', pathOf(path, values), [`${id}.method`])),
  ...['PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) =>
    refusedMethod(method, `/registry/v2/${COLD}`, ['method.other']),
  ),
  refusedMethod('POST', '/networks', ['method.other']),
  // The method is rejected before the parameters.
  refusedMethod('POST', '/registry/v2/nobody', ['method.other']),
];

const MAX_URL_BYTES = 2_048;
const MAX_HEADER_BYTES = 8_192;

function urlOf(bytes: number): string {
  const path = `/registry/v2/${COLD}?_padding=`;
  return path + 'a'.repeat(bytes - path.length);
}

/** Returns headers of this size, including names, colons, spaces and line breaks. */
function headersOf(bytes: number): Record<string, string> {
  const headers = { host: 'localhost', connection: 'close', 'x-padding': '' };
  const used = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  return { ...headers, 'x-padding': 'a'.repeat(bytes - used) };
}

const tooLong = { status: 414, problem: { code: 'uri_too_long' } };
const tooLarge = { status: 431, problem: { code: 'headers_too_large' } };
const fine = { status: 200, answers: { 'x-chain-id': '1' } };

const sized = (
  [urlBytes, headerBytes]: readonly [number, number],
  line: string,
  expected: Pick<Case, 'status' | 'problem'>,
): Case => ({
  name: `a URL of ${urlBytes} bytes, headers of ${headerBytes}`,
  covers: [`limit.${line}`, ...(expected.problem ? [`code.${expected.problem.code}`] : [])],
  path: urlOf(urlBytes),
  headers: headersOf(headerBytes),
  raw: true,
  ...expected,
});

const SIZES: readonly Case[] = [
  sized([MAX_URL_BYTES, 100], 'url.at', fine),
  sized([MAX_URL_BYTES + 1, 100], 'url.above', tooLong),
  sized([10 * MAX_URL_BYTES, 100], 'url.far-above', tooLong),
  sized([100, MAX_HEADER_BYTES], 'headers.at', fine),
  sized([MAX_URL_BYTES, MAX_HEADER_BYTES], 'headers.at', fine),
  sized([100, MAX_HEADER_BYTES + 1], 'headers.above', tooLarge),
  sized([100, 4 * MAX_HEADER_BYTES], 'headers.far-above', tooLarge),
];

export const STATUS_404_405_414_431: readonly Case[] = [...STATUS_404, ...STATUS_405, ...SIZES];
