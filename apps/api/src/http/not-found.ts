/** Answers paths that nothing is at: programs get the path that is meant, browsers the site's page. */
import { isOneSlipAway } from '@mandate/config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the page for people who follow a wrong link. Without it, they get the problem. */
    sendPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
}

/** Longer paths are no slips. */
const MAX_PATH = 200;
const MAX_SEGMENTS = 8;
/** How many segments may be missing, extra or wrong. */
const MAX_DISTANCE = 2;
const SLIP = 0.5;

/** `listPaths` returns the patterns of the interface's paths, such as `/registry/v2/:wallet`. */
export function addNotFound(app: FastifyInstance, listPaths: () => readonly string[]): void {
  app.setNotFoundHandler((request, reply) => {
    if (app.sendPage && wantsPage(request))
      return app.sendPage(request, reply.code(404).header('vary', 'accept'));
    throw notFound(request.url, listPaths());
  });
}

/** Sends the site's page to a browser that opens a link. Returns `null` for programs, and where there is no site. */
export function sendPageToBrowser(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  reply.header('vary', 'accept');
  const { sendPage } = request.server;
  return sendPage && wantsPage(request) ? sendPage(request, reply) : null;
}

/** Tells a browser that opens a link from a program. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && Boolean(headers.accept?.includes('text/html'));
}

export function notFound(url: string, paths: readonly string[]): ProblemError {
  const path = (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
  const nearest = findNearest(path, paths);
  const meant = nearest ? ` Did you mean ${nearest}?` : '';
  return new ProblemError('not_found', `There is nothing at ${path}.${meant} /docs lists the paths.`);
}

/** Wallets, chains and blocks begin with a digit. */
const isValue = (segment: string) => /^\d/.test(segment);
const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Returns the path of the interface that differs least, with the values that were sent in it. `null` if none is near. */
export function findNearest(path: string, paths: readonly string[]): string | null {
  const given = segmentsOf(path);
  if (given.length === 0 || given.length > MAX_SEGMENTS) return null;
  let nearest: { readonly pattern: readonly string[]; readonly distance: number } | null = null;
  for (const pattern of paths.map(segmentsOf)) {
    const distance = measure(given, pattern);
    // At least one segment must be similar.
    if (distance > Math.min(MAX_DISTANCE, pattern.length - SLIP)) continue;
    if (distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { pattern, distance };
  }
  return nearest && fill(nearest.pattern, given);
}

/** Returns how many segments have to be added, left out or changed. A similar one counts for less. */
function measure(given: readonly string[], pattern: readonly string[]): number {
  let row = Array.from({ length: pattern.length + 1 }, (_, column) => column);
  for (const [line, segment] of given.entries()) {
    const next = [line + 1];
    for (const [column, expected] of pattern.entries()) {
      const changed = (row[column] ?? 0) + compare(segment, expected);
      const shorter = Math.min(row[column + 1] ?? 0, next[column] ?? 0) + 1;
      next.push(Math.min(changed, shorter));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function compare(segment: string, expected: string): number {
  // A word in the place of a value is more likely another path.
  if (expected.startsWith(':')) return isValue(segment) ? 0 : 1;
  const word = segment.toLowerCase();
  if (word === expected) return segment === expected ? 0 : SLIP;
  if (isOneSlipAway(word.replaceAll(/[-_]/g, ''), expected)) return SLIP;
  let same = 0;
  while (same < expected.length && word[same] === expected[same]) same++;
  return 1 - (1 - SLIP) * (same / expected.length);
}

/** Writes a pattern with the values of the path. */
function fill(pattern: readonly string[], given: readonly string[]): string {
  const values = given.filter(isValue);
  const filled = pattern.map((segment) =>
    segment.startsWith(':') ? (values.shift() ?? `{${segment.slice(1)}}`) : segment,
  );
  return `/${filled.join('/')}`;
}
