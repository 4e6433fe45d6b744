/** Gives every answer the form of an object, with its block, its next page, and the text of rights marked as untrusted. */
import { describeRights } from '@mandate/core';
import type { Json } from '../operations/index.ts';
import { isObject } from '../request/read-body.ts';
import { escapeInvisible, quoteUntrusted } from './untrusted.ts';

type Headers = Readonly<Record<string, unknown>>;

const RIGHTS = /^0x[0-9a-f]{64}$/;
/** Only operators read these: how each node is doing, and how much a chain may lag. */
const OF_OPERATORS: ReadonlySet<string> = new Set(['nodes', 'maxLag']);

export function shapeAnswer(body: unknown, headers: Headers): Json {
  const plain = markUntrusted(body);
  const block = blockOf(headers);
  if (Array.isArray(plain)) return { delegations: plain, next: nextOf(headers), ...block };
  if (!isObject(plain)) return { value: plain, ...block };
  // The block of an explained check does not name its chain.
  const { block: own } = plain;
  return { ...plain, ...(isObject(own) ? { block: { ...(block.block ?? {}), ...own } } : block) };
}

/** Returns the block that the headers name, for answers whose body does not. */
function blockOf(headers: Headers): { readonly block?: Json } {
  const read = (name: string) => (headers[name] === undefined ? null : Number(headers[name]));
  const number = read('x-block-number');
  if (number === null) return {};
  return {
    block: {
      chainId: read('x-chain-id'),
      number,
      hash: headers['x-block-hash'] ?? null,
      timestamp: read('x-block-timestamp'),
    },
  };
}

/** Returns the cursor of the next page, which a list has in its headers. */
function nextOf({ link }: Headers): string | null {
  return /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(String(link ?? ''))?.[1] ?? null;
}

function markUntrusted(value: unknown): unknown {
  if (typeof value === 'string') return escapeInvisible(value);
  if (Array.isArray(value)) return value.map(markUntrusted);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) =>
    OF_OPERATORS.has(name) ? [] : [[name, markUntrusted(field)] as const],
  );
  const text = findText(value['rights']);
  return {
    ...Object.fromEntries(fields),
    ...(text === null ? {} : { untrustedRightsText: quoteUntrusted(text) }),
  };
}

function findText(rights: unknown): string | null {
  if (typeof rights !== 'string' || !RIGHTS.test(rights)) return null;
  const described = describeRights(rights);
  return described.form === 'text' ? described.text : null;
}
