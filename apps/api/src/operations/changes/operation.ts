import { z } from 'zod';
import {
  contract,
  DEFAULT_ROWS,
  inQuery,
  limit,
  MAX_ROWS,
  numbers,
  wallet,
} from '../../request/parameters.ts';
import { about, aboutOf, optional, type ValuesOf } from '../../request/read-parameters.ts';
import { text } from '../forms/form.ts';
import { json, type Operation } from '../operation.ts';
import { CHANGES_PAGE } from './answer.ts';
import { CURSOR_PATTERN, cursorSchema } from './beginning.ts';

const CHAIN_IDS = /^\d{1,15}(?:,\d{1,15}){0,99}$/;
const chainIds = z
  .string()
  .regex(CHAIN_IDS, 'must be the numbers of chains, separated by commas, e.g. 1 or 1,8453.')
  .transform((text) => [...new Set(text.split(',').map(Number))]);

export const CHANGES_PARAMETERS = {
  chainIds: inQuery('chainIds', chainIds, {
    description:
      'Only changes on these chains, separated by commas. The default is every chain that is served.',
    form: { type: 'string', pattern: CHAIN_IDS.source },
    example: '1,8453',
  }),
  wallet: inQuery('wallet', wallet.schema, {
    ...aboutOf(wallet),
    description: 'Only changes of delegations that this wallet gives or receives.',
  }),
  contract: about(
    optional(contract),
    'Only changes of delegations that apply to this contract: over the contract, its tokens, or a whole wallet.',
  ),
  numbers,
  limit: about(
    limit,
    `Changes per page; the default is ${DEFAULT_ROWS}, the maximum ${MAX_ROWS}. A page may have fewer changes, or none, and ` +
      'still say `more`: with a filter that few changes pass, it ends after a few thousand that were examined. Event streams have no pages.',
  ),
  cursor: inQuery('cursor', cursorSchema, {
    description:
      'Continues after a page or an event: send its cursor unchanged, with the same other parameters. `start` begins with the ' +
      'first change of every chain. `time:<time>` begins before the first change whose block has this time or a later one, on every chain; ' +
      '`block:<chainId>:<number>` before the first change of that chain in this block or a later one, and now on the others. Without it, the ' +
      'feed begins now. A chain that was added after the cursor was made is sent from its first change. The header `Last-Event-ID` takes ' +
      'precedence: browsers send it when an event stream reconnects.',
    form: { type: 'string', pattern: CURSOR_PATTERN },
    example: 'start',
  }),
};
export type ChangesValues = ValuesOf<typeof CHANGES_PARAMETERS>;

export const CHANGES: Operation<typeof CHANGES_PARAMETERS> = {
  id: 'changes',
  method: 'GET',
  path: '/changes',
  tag: 'beyond',
  summary: 'Follow changes',
  description:
    'Lists every grant, revocation and change of an amount, on all chains and in both registries, in the order of the ledger. When a reorg ' +
    'takes changes back, they are sent again with `undone`, the newest first. Apply each change, and revert each one marked `undone`: the ' +
    'result equals the ledger. `Accept: text/event-stream` gets Server-Sent Events, whose `id` is the cursor after the event; other requests ' +
    'get pages. The feed continues for chains that lag or contradicted themselves: wrong changes are undone later. Chains and vaults ' +
    'that checks are answered 503 for are in `unknown` of a page. An event stream sends events named `chain`: all that are in doubt, before its ' +
    'first cursor, and then each change of that state. These events move no cursor. A `cursor` event has the block that each chain has been ' +
    'read up to: send it as `minBlock`, and a check is not older than the stream.',
  parameters: CHANGES_PARAMETERS,
  weight: 'list',
  takesKeys: true,
  answer: {
    description: 'The answer',
    content: {
      ...json(CHANGES_PAGE),
      'text/event-stream': text(
        'Events named `change` with a `Change` as data, `chain` with a `ChainState`, and `cursor` with the block that each chain has reached',
      ),
    },
  },
};
