/** Reads a check that is asked for in the plainest way. Everything else, right or wrong, is for the long way to read. */
import { UNLIMITED } from '@mandate/core';
import type { CheckOperation } from '../operations.ts';
import type { Values } from '../read-parameters.ts';

export interface PlainCheck {
  readonly operation: CheckOperation;
  readonly values: Values;
}

type Field = 'to' | 'from' | 'contract' | 'tokenId' | 'chainId' | 'rights';

interface Plain {
  readonly form: RegExp;
  read(text: string): unknown;
}

/** Of one form they are in lower case what `parseAddress` and `parseRights` make of them. */
const toLower = (text: string) => text.toLowerCase();
const ADDRESS: Plain = { form: /^0x[0-9a-fA-F]{40}$/, read: toLower };
/** No more than the long way takes: what it would refuse, or read otherwise, is not plain. */
const PLAIN: Readonly<Record<Field, Plain>> = {
  to: ADDRESS,
  from: ADDRESS,
  contract: ADDRESS,
  tokenId: { form: /^\d{1,78}$/, read: BigInt },
  chainId: { form: /^\d{1,15}$/, read: Number },
  rights: { form: /^0x[0-9a-fA-F]{64}$/, read: toLower },
};

/** Where a URL has its values: after these texts, up to the next of them. */
interface Layout {
  readonly operation: CheckOperation;
  readonly parts: readonly { readonly before: string; readonly field: Field }[];
}

interface Route {
  readonly operation: CheckOperation;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly Field[];
}

/** Null: it is not plain. What is, has only letters, digits and `/?=&` in its URL. */
export type ReadPlainCheck = (url: string) => PlainCheck | null;

export function createReadPlainCheck(operations: readonly CheckOperation[]): ReadPlainCheck {
  const routes = new Map(operations.map((operation) => [operation.path, routeOf(operation)]));
  /** A client writes its URLs alike: mostly the next has its values where the last had them. */
  let last: Layout | null = null;

  return (url) => {
    const again = last && readValues(url, last);
    if (again) return again;
    const layout = findLayout(url, routes);
    const check = layout && readValues(url, layout);
    if (check) last = layout;
    return check;
  };
}

/** Null: the URL is laid out otherwise, or a value is not plain. */
function readValues(url: string, { operation, parts }: Layout): PlainCheck | null {
  const values: Partial<Record<Field, unknown>> = {};
  let at = 0;
  for (const { before, field } of parts) {
    if (!url.startsWith(before, at)) return null;
    const start = at + before.length;
    const ampersand = url.indexOf('&', start);
    at = ampersand < 0 ? url.length : ampersand;
    const text = url.slice(start, at);
    const { form, read } = PLAIN[field];
    if (!form.test(text)) return null;
    values[field] = read(text);
  }
  if (at !== url.length) return null;
  if (typeof values.tokenId === 'bigint' && values.tokenId > UNLIMITED) return null;
  return { operation, values: values as Values };
}

/** Null: a name is unknown, or there twice, or one is missing. */
function findLayout(url: string, routes: ReadonlyMap<string, Route>): Layout | null {
  const start = url.indexOf('?');
  const route = start < 0 ? undefined : routes.get(url.slice(0, start));
  if (!route) return null;
  const names = url
    .slice(start + 1)
    .split('&')
    .map((part) => part.slice(0, part.indexOf('=')));
  const fields = names.flatMap((name) => route.fields.get(name) ?? []);
  if (fields.length !== names.length || new Set(fields).size !== fields.length) return null;
  if (!route.required.every((field) => fields.includes(field))) return null;
  const { operation } = route;
  const parts = fields.map((field, i) => ({
    field,
    before: `${i === 0 ? `${operation.path}?` : '&'}${names[i]}=`,
  }));
  return { operation, parts };
}

function routeOf(operation: CheckOperation): Route {
  const plain = operation.parameters.filter(({ field }) => field in PLAIN);
  return {
    operation,
    fields: new Map(
      plain.flatMap(({ name, aliases, field }) => [name, ...aliases].map((each) => [each, field as Field])),
    ),
    required: plain.filter(({ required }) => required).map(({ field }) => field as Field),
  };
}
