/** The forms that bodies of questions share. */
import {
  type FieldForms,
  type Fields,
  fields,
  integer,
  type Json,
  oneOf,
  type Scalar,
  text,
} from './form.ts';

/** A body with these fields and no others. */
export const closed = (
  of: FieldForms,
  required: readonly string[],
  component: string,
  about?: string,
): Fields => ({
  ...fields(of, { component, limits: { additionalProperties: false } }),
  optional: Object.keys(of).filter((name) => !required.includes(name)),
  ...(about !== undefined && { about }),
});

const textOrInteger = (sentence: string, limits: Json = {}): Scalar =>
  text(sentence, { type: ['string', 'integer'], ...limits });
export const tokenId = textOrInteger('A string, or a number below 2^53');
export const min = textOrInteger('A string, or a number below 2^53', { default: '1' });
export const chainId = integer(undefined, { default: 1 });

const OF_ONE_CHAIN = 'Only if all checks are of one chain';
/** The fields that choose the block. `sentence` is about those that name one by its number. */
const whenOf = (sentence?: string) => ({
  blockTag: oneOf(['latest', 'safe', 'finalized']),
  atBlock: integer(sentence),
  atTime: text('Seconds since 1970, or ISO 8601 with a time zone', { type: ['integer', 'string'] }),
  minBlock: integer(sentence),
  consistency: oneOf(['latest', 'strict']),
  numbers: oneOf(['number', 'string']),
});
export const WHEN = whenOf();
export const WHEN_OF_CHAINS = whenOf(OF_ONE_CHAIN);
