/** Decides which parts of two answers must be the same, and describes how they differ. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { RawAnswer, RawRequest } from '@mandate/testing/service/raw-client';

/** Headers whose value may differ. Names are compared without their case, and in any order: HTTP gives neither a meaning. */
const HEADERS_THAT_MAY_DIFFER: Readonly<Record<string, string>> = {
  date: 'the time of the answer',
  ratelimit: 'counts down, and names the seconds that are left of a window',
};

/** Paths whose bodies may differ: both describe the version that serves them. */
const BODIES_THAT_MAY_DIFFER: Readonly<Record<string, string>> = {
  '/openapi.json': 'describes the version',
  '/llms.txt': 'describes the version',
};

/** Parts of bodies that depend on the time of the answer, by reason, and what is compared in their place. */
const PARTS_THAT_MAY_DIFFER: Readonly<Record<string, readonly [part: RegExp, written: string]>> = {
  'the age of a block': [/("lagSeconds":|block of [^".]* is )\d+( seconds? old)?/g, '$1<age>$2'],
  'how long the audit has not seen the oldest of a chain': [
    /"oldestUnauditedSeconds":\d+/g,
    '"oldestUnauditedSeconds":<age>',
  ],
  'how long ago the indexer wrote': [/"heardMsAgo":(?:\d+|null)/g, '"heardMsAgo":<age>'],
  'how long the indexer has been silent': [
    /has been silent for (?:far more than \d+ seconds?|\d+ seconds?, more than)/g,
    'has been silent for <age>',
  ],
  'the state of a node, which is forgotten after a minute': [
    /("label":"[^"]*",)"state":"\w+","inQuorum":\w+,"head":\w+/g,
    '$1<state>',
  ],
  'the seconds that are left of a window': [/(Try again in )\d+ s/g, '$1<seconds>'],
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Paths whose 200 answers may say how old something is. */
const hasAges = (path: string) => /^\/(?:audit|status|resolve|wallets\/.*)\/?$/.test(path);
const MASKED_LENGTH = '<length>';

type Comparable = ReturnType<typeof comparableOf>;

/** Returns an answer without what may differ, or `null` if the connection was closed without an answer. */
export function comparableOf(request: RawRequest, answer: RawAnswer | null) {
  if (!answer) return null;
  const { headers, bytes, status } = answer;
  // Each byte is a character, so that no two bodies look alike that are not.
  const raw = decode(bytes, headers.get('content-encoding')).toString('latin1');
  const sent = request.bytes.toString('latin1');
  const path = sent.split(' ', 2)[1]?.split('?', 1)[0] ?? '';
  const isDescription = path in BODIES_THAT_MAY_DIFFER && status === 200;
  const id = headers.get('x-request-id') ?? /"requestId":"([^"]*)"/.exec(raw)?.[1] ?? '';
  const isOwnId = UUID.test(id) && !sent.includes(id);
  const maskId = (text: string) => (isOwnId ? text.replaceAll(id, '<request id>') : text);
  const body = isDescription ? '' : maskTimes(maskId(raw));
  // The length of a body that differs may differ. A HEAD has no body to look at.
  const mayHaveAges = hasAges(path) || status === 429 || status === 503;
  const isLengthFree = body !== raw || (request.head && (isDescription || mayHaveAges));
  const isLengthRight = request.head || headers.get('content-length') === String(bytes.length);
  const [first = '', ...rest] = answer.lines;
  const lines = rest.map((line) => {
    const name = nameOf(line);
    const mask = (value: string) => `${name}: ${value}`;
    if (name in HEADERS_THAT_MAY_DIFFER) return mask('<may differ>');
    if (name === 'retry-after' && status === 429) return mask('<seconds>');
    if (name === 'etag' && /^\/(?:resolve\/?$|wallets\/)/.test(path)) return mask('<hash of the body>');
    if (name === 'content-length' && isLengthFree && isLengthRight) return mask(MASKED_LENGTH);
    return maskId(name + line.slice(name.length));
  });
  return { lines: [first, ...lines.toSorted()], body };
}

function decode(bytes: Buffer, encoding: string | null | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes;
}

const nameOf = (line: string) => line.split(':', 1)[0]?.toLowerCase() ?? '';

function maskTimes(body: string): string {
  const parts = Object.values(PARTS_THAT_MAY_DIFFER);
  return parts.reduce((text, [part, written]) => text.replaceAll(part, written), body);
}

/** Returns the differing lines and the differing part of the bodies, or `null` if there is no difference. */
export function describeDifference(before: Comparable, after: Comparable): string | null {
  if (!before || !after) {
    if (before === after) return null;
    const says = (answer: Comparable) => answer?.lines[0] ?? 'no answer';
    return `- ${says(before)}\n+ ${says(after)}`;
  }
  const lines = describeLines(before.lines, after.lines);
  const body = describeBodies(before.body, after.body);
  return lines || body ? [lines, body].filter((part) => part !== '').join('\n') : null;
}

function describeLines(before: readonly string[], after: readonly string[]): string {
  const gone = subtract(before, after).map((line) => `- ${line}`);
  const come = subtract(after, before).map((line) => `+ ${line}`);
  return [...gone, ...come].join('\n');
}

/** Returns the lines that the others lack. A line that comes twice must be there twice. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const CONTEXT = 40;
const MAX_SHOWN = 200;

function describeBodies(before: string, after: string): string {
  if (before === after) return '';
  let at = 0;
  while (before[at] === after[at]) at++;
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, at - CONTEXT), at + MAX_SHOWN));
  return `- body at ${at}: ${show(before)}\n+ body at ${at}: ${show(after)}`;
}
