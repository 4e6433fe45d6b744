/**
 * The forms of answers and bodies, as plain data: what is in a field, and one sentence about it. The OpenAPI document, the
 * types of handlers (`WireOf`) and the types and readers of the SDK are made of them.
 */
export type Json = Readonly<Record<string, unknown>>;

export const ref = (name: string): Json => ({ $ref: `#/components/${name}` });

/** Nothing has this property: it carries the type of what is sent. */
declare const WIRE: unique symbol;

interface Common<Wire> {
  readonly [WIRE]?: Wire;
  /** A sentence about the field that has this form. */
  readonly sentence?: string | undefined;
  /** What a schema says beside what follows from the form, e.g. a longest length. */
  readonly limits?: Json | undefined;
}

/** How the documents and the SDK call a form that has a name. */
export interface Named {
  /** The name of its schema. */
  readonly component?: string;
  /** The name of its type in the SDK, or null if the SDK has none. Without it, the name of the schema. */
  readonly type?: string | null;
  readonly about?: string;
  /** The SDK has another type of that name, which is written by hand. */
  readonly isByHand?: boolean;
}

export interface Scalar<Wire = unknown> extends Common<Wire> {
  readonly is: ScalarName;
}

export interface Choice<Wire = unknown> extends Common<Wire>, Named {
  readonly is: 'choice';
  readonly values: readonly (string | null)[];
  /** A newer service may send other values. */
  readonly isOpen?: boolean;
}

interface Constant<Wire = unknown> extends Common<Wire> {
  readonly is: 'constant';
  readonly value: boolean | null;
}

interface List<Wire = unknown> extends Common<Wire> {
  readonly is: 'list' | 'lines' | 'orNull';
  readonly item: Form;
}

interface Either<Wire = unknown> extends Common<Wire>, Named {
  readonly is: 'either';
  readonly forms: readonly Form[];
}

export type FieldForms = Readonly<Record<string, Form>>;

export interface Fields<Wire = unknown, Of extends FieldForms = FieldForms> extends Common<Wire>, Named {
  readonly is: 'fields';
  readonly fields: Of;
  readonly optional: readonly string[];
  /** The form whose fields these are, among others. */
  readonly base?: Fields | undefined;
  /** The function of the SDK's `rules.ts` that throws unless the fields fit each other. */
  readonly rule?: string | undefined;
}

export type Form<Wire = unknown> =
  | Scalar<Wire>
  | Choice<Wire>
  | Constant<Wire>
  | List<Wire>
  | Either<Wire>
  | Fields<Wire>;

/** The type of what is sent in this form. */
export type WireOf<F> = F extends { readonly [WIRE]?: infer Wire } ? Wire : never;

/** A whole number of any size: a number, its digits, or `JSON.rawJSON` of them. */
type Uint = number | string | object;

/** Each scalar with its schema, and what the SDK makes of it: a type, and the reader that returns it. */
export const SCALARS = {
  integer: { schema: { type: 'integer' }, type: 'number', reader: 'whole' },
  number: { schema: { type: 'number' }, type: 'number', reader: 'number' },
  text: { schema: { type: 'string' }, type: 'string', reader: 'text' },
  flag: { schema: { type: 'boolean' }, type: 'boolean', reader: 'flag' },
  address: {
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'EIP-55' },
    type: 'Address',
    reader: 'address',
  },
  bytes: { schema: { type: 'string', pattern: '^0x[0-9a-f]*$' }, type: 'Hex', reader: 'bytes' },
  bytes32: { schema: { type: 'string', pattern: '^0x[0-9a-f]{64}$' }, type: 'Hex', reader: 'bytes32' },
  bytes64: { schema: { type: 'string', pattern: '^0x[0-9a-f]{128}$' }, type: 'Hex', reader: 'bytes64' },
  hash: { schema: { type: 'string' }, type: 'Hex', reader: 'bytes32' },
  uint256: { schema: { $ref: '#/components/schemas/Uint256' }, type: 'bigint', reader: 'uint256' },
  sum: { schema: { $ref: '#/components/schemas/Uint256' }, type: 'bigint', reader: 'sum' },
  digits: { schema: { type: 'string' }, type: 'bigint', reader: 'uint256' },
} as const satisfies Readonly<Record<string, { schema: Json; type: string; reader: string }>>;
type ScalarName = keyof typeof SCALARS;

const scalar =
  <Wire>(is: ScalarName) =>
  (sentence?: string, limits?: Json): Scalar<Wire> => ({ is, sentence, limits });

export const integer = scalar<number>('integer');
export const number = scalar<number>('number');
export const text = scalar<string>('text');
export const flag = scalar<boolean>('flag');
export const address = scalar<string>('address');
export const bytes = scalar<string>('bytes');
export const bytes32 = scalar<string>('bytes32');
export const bytes64 = scalar<string>('bytes64');
/** 32 bytes, which the document calls a text. */
export const hash = scalar<string>('hash');
export const uint256 = scalar<Uint>('uint256');
/** The sum of several uint256, which may be larger than any. */
export const sum = scalar<Uint>('sum');
/** A uint256 that is always sent as decimal digits. */
export const digits = scalar<string>('digits');
/** A time. */
export const seconds = (sentence: string) => integer(`${sentence}, in seconds since 1970`);

/** One of these values; null among them stands for none. */
export const oneOf = <const V extends string | null>(
  values: readonly V[],
  more: Named & Pick<Choice, 'isOpen' | 'sentence' | 'limits'> = {},
): Choice<V> => ({ is: 'choice', values, ...more });

export const constant = <const V extends boolean | null>(value: V): Constant<V> => ({
  is: 'constant',
  value,
});

export const listOf = <F extends Form>(
  item: F,
  sentence?: string,
  limits?: Json,
): List<readonly WireOf<F>[]> => ({ is: 'list', item, sentence, limits });

/** One object a line. */
export const linesOf = (item: Form, sentence: string): List<string> => ({ is: 'lines', item, sentence });

export const orNull = <F extends Form>(item: F, sentence?: string): List<WireOf<F> | null> => ({
  is: 'orNull',
  item,
  sentence,
});

export const either = <const F extends readonly Form[]>(
  forms: F,
  more: Named = {},
): Either<WireOf<F[number]>> => ({ is: 'either', forms, ...more });

type WireOfFields<Of extends FieldForms, Optional extends keyof Of> = {
  readonly [Name in Exclude<keyof Of, Optional>]: WireOf<Of[Name]>;
} & { readonly [Name in Optional]?: WireOf<Of[Name]> | undefined };

interface FieldsMore<Optional> extends Named, Pick<Fields, 'base' | 'rule' | 'limits'> {
  readonly optional?: readonly Optional[];
}

/** An object with these fields. */
export const fields = <const Of extends FieldForms, const Optional extends keyof Of & string = never>(
  of: Of,
  { optional = [], ...more }: FieldsMore<Optional> = {},
): Fields<WireOfFields<Of, Optional>, Of> => ({ is: 'fields', fields: of, optional, ...more });

/** The same form, with a sentence about the field that has it. */
export const said = <F extends Form>(form: F, sentence: string): F => ({ ...form, sentence });

/** Returns the forms that a form consists of. */
export function partsOf(form: Form): readonly Form[] {
  if (form.is === 'fields') return Object.values(form.fields);
  if (form.is === 'either') return form.forms;
  return 'item' in form ? [form.item] : [];
}
