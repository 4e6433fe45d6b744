/** What the feed takes. */
import { z } from 'zod';
import {
  contract,
  limitParameter,
  MOST_ROWS,
  numbersParameter,
  type Parameter,
  USUAL_ROWS,
  wallet,
} from '../../request/parameters.ts';
import type { Values } from '../../request/read-parameters.ts';
import { CURSOR_PATTERN } from './places.ts';

export interface FeedValues extends Values {
  readonly chainIds?: readonly number[];
}

const CHAIN_IDS_PATTERN = '^\\d{1,15}(?:,\\d{1,15}){0,99}$';
const chainIds = z
  .string()
  .regex(
    new RegExp(CHAIN_IDS_PATTERN),
    'must be the numbers of chains with commas between them, as 1 or 1,8453.',
  )
  .transform((text) => [...new Set(text.split(',').map(Number))]);

export const cursorSchema = z
  .string()
  .regex(new RegExp(CURSOR_PATTERN), 'must be "start", or the cursor of a page or an event before.');

const query = { in: 'query', aliases: [] as readonly string[], required: false } as const;

export const FEED_PARAMETERS: readonly Parameter[] = [
  {
    ...query,
    name: 'chainIds',
    field: 'chainIds',
    description:
      'The chains whose changes to send, with commas between them. Without it, all that are served.',
    schema: chainIds,
    form: { type: 'string', pattern: CHAIN_IDS_PATTERN },
    example: '1,8453',
  },
  {
    ...wallet,
    ...query,
    description: 'Only changes of delegations that this wallet gives or is given.',
  },
  {
    ...contract,
    ...query,
    description:
      'Only changes that touch this contract: of delegations over it or over tokens of it, and of those over a whole ' +
      'wallet, which reach every contract.',
  },
  numbersParameter,
  {
    ...limitParameter,
    description:
      `Changes a page, ${USUAL_ROWS} unless told otherwise and at most ${MOST_ROWS}. A page may have fewer, or none, ` +
      'and still say `more`: where a filter lets little pass, it ends after some thousand changes that were looked at. ' +
      'Event streams have no pages.',
  },
  {
    ...query,
    name: 'cursor',
    field: 'cursor',
    description:
      'Goes on after a page or an event: take its cursor as it is, with the same other parameters. `start` begins with ' +
      'the first change of every chain. Without it: what happens from now on. A chain that the cursor does not name, ' +
      'as it was added later, is sent from its first change on. The header `Last-Event-ID` of an event stream wins ' +
      'over it: browsers send it when they connect again.',
    schema: cursorSchema,
    form: { type: 'string', pattern: CURSOR_PATTERN },
    example: 'start',
  },
];
