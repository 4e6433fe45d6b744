/** The parameters of the feed. */
import { z } from 'zod';
import { about, aboutOf, optional, type ValuesOf } from '../../request/parameter.ts';
import {
  contract,
  DEFAULT_ROWS,
  inQuery,
  limit,
  MAX_ROWS,
  numbers,
  wallet,
} from '../../request/parameters.ts';
import { CURSOR_PATTERN } from './places.ts';

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

export const CHANGES_PARAMETERS = {
  chainIds: inQuery('chainIds', chainIds, {
    description:
      'The chains whose changes to send, with commas between them. Without it, all that are served.',
    form: { type: 'string', pattern: CHAIN_IDS_PATTERN },
    example: '1,8453',
  }),
  wallet: about(inQuery('wallet', wallet.schema, aboutOf(wallet)), {
    description: 'Only changes of delegations that this wallet gives or is given.',
  }),
  contract: about(optional(contract), {
    description:
      'Only changes that touch this contract: of delegations over it or over tokens of it, and of those over a whole ' +
      'wallet, which reach every contract.',
  }),
  numbers,
  limit: about(limit, {
    description:
      `Changes a page, ${DEFAULT_ROWS} unless told otherwise and at most ${MAX_ROWS}. A page may have fewer, or none, ` +
      'and still say `more`: where a filter lets little pass, it ends after some thousand changes that were looked at. ' +
      'Event streams have no pages.',
  }),
  cursor: inQuery('cursor', cursorSchema, {
    description:
      'Goes on after a page or an event: take its cursor as it is, with the same other parameters. `start` begins with ' +
      'the first change of every chain. Without it: what happens from now on. A chain that the cursor does not name, ' +
      'as it was added later, is sent from its first change on. The header `Last-Event-ID` of an event stream wins ' +
      'over it: browsers send it when they connect again.',
    form: { type: 'string', pattern: CURSOR_PATTERN },
    example: 'start',
  }),
};
export type ChangesValues = ValuesOf<typeof CHANGES_PARAMETERS>;
