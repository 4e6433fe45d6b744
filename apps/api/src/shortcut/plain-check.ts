/** Reads a check that is asked for in the plainest way. Everything else, right or wrong, is for the long way to read. */
import { UNLIMITED } from '@mandate/core';
import type { CheckOperation } from '../operations/index.ts';
import type { Values } from '../request/read-parameters.ts';

interface PlainCheck {
  readonly operation: CheckOperation;
  readonly values: Values;
}

type Field = 'to' | 'from' | 'contract' | 'tokenId' | 'chainId' | 'rights';

interface Plain {
  readonly form: string;
  read(text: string): unknown;
}

/** Of one form they are in lower case what `parseAddress` and `parseRights` make of them. */
const toLower = (text: string) => text.toLowerCase();
const ADDRESS: Plain = { form: '0x[0-9a-fA-F]{40}', read: toLower };
/** No more than the long way takes: what it would refuse, or read otherwise, is not plain. */
const PLAIN: Readonly<Record<Field, Plain>> = {
  to: ADDRESS,
  from: ADDRESS,
  contract: ADDRESS,
  tokenId: { form: '\\d{1,78}', read: BigInt },
  chainId: { form: '\\d{1,15}', read: Number },
  rights: { form: '0x[0-9a-fA-F]{64}', read: toLower },
};

/** A URL with these values in this order. */
interface Layout {
  readonly operation: CheckOperation;
  readonly form: RegExp;
  readonly fields: readonly Field[];
}

interface Route {
  readonly operation: CheckOperation;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly Field[];
  /** Of the last URL: a client writes its URLs alike, and mostly the next has its values where the last had them. */
  last: Layout | null;
}

/** Null: it is not plain. What is, has only letters, digits and `/?=&` in its URL. */
export type ReadPlainCheck = (url: string) => PlainCheck | null;

export function createReadPlainCheck(operations: readonly CheckOperation[]): ReadPlainCheck {
  const routes = new Map(operations.map((operation) => [operation.path, routeOf(operation)]));

  return (url) => {
    const queryAt = url.indexOf('?');
    const route = queryAt < 0 ? undefined : routes.get(url.slice(0, queryAt));
    if (!route) return null;
    const again = route.last && readValues(url, route.last);
    if (again) return again;
    const layout = findLayout(url.slice(queryAt + 1), route);
    const check = layout && readValues(url, layout);
    if (check) route.last = layout;
    return check;
  };
}

/** Null: the URL is laid out otherwise, or a value is not plain. */
function readValues(url: string, { operation, form, fields }: Layout): PlainCheck | null {
  const found = form.exec(url);
  if (!found) return null;
  const values: Partial<Record<Field, unknown>> = {};
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field;
    values[field] = PLAIN[field].read(found[i + 1] as string);
  }
  if (typeof values.tokenId === 'bigint' && values.tokenId > UNLIMITED) return null;
  return { operation, values: values as Values };
}

/** Null: a name is unknown, or there twice, or one is missing. */
function findLayout(query: string, route: Route): Layout | null {
  const names = query.split('&').map((part) => part.slice(0, part.indexOf('=')));
  const fields = names.flatMap((name) => route.fields.get(name) ?? []);
  if (fields.length !== names.length || new Set(fields).size !== fields.length) return null;
  if (!route.required.every((field) => fields.includes(field))) return null;
  const { operation } = route;
  // Paths and names are ours: letters, digits and `/` only.
  const parts = fields.map((field, i) => `${names[i]}=(${PLAIN[field].form})`);
  return { operation, fields, form: new RegExp(`^${operation.path}\\?${parts.join('&')}$`) };
}

function routeOf(operation: CheckOperation): Route {
  const plain = operation.parameters.filter(({ field }) => field in PLAIN);
  return {
    operation,
    fields: new Map(
      plain.flatMap(({ name, aliases, field }) => [name, ...aliases].map((each) => [each, field as Field])),
    ),
    required: plain.filter(({ required }) => required).map(({ field }) => field as Field),
    last: null,
  };
}
