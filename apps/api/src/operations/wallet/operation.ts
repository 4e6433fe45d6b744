/** `/wallets/{wallet}`: all delegations of a wallet, on all chains and in both registries. */
import { REGISTRY_IDS } from '@mandate/core';
import { z } from 'zod';
import { identifyMoment } from '../../request/at-block.ts';
import {
  chainIds,
  consistency,
  cursor,
  flag,
  inQuery,
  limit,
  MAX_ROWS,
  numbers,
  registries,
  WHEN,
  wallet,
} from '../../request/parameters.ts';
import { about, createReadParameters, formOf, type Query } from '../../request/read-parameters.ts';
import { refuseParameters } from '../../request/refused-parameters.ts';
import { json, type Operation } from '../operation.ts';
import { WALLET_PAGE } from './answer.ts';

const DEFAULT_ROWS = 250;
/** This many chains count as one request. */
const CHAINS_A_REQUEST = 10;
/** The past is read from all grants that ever stood. */
const PAST_UNITS = 2;

const PARAMETERS = {
  wallet,
  chainIds,
  registries,
  direction: inQuery('direction', z.enum(['from', 'to'], { error: 'must be "from" or "to".' }), {
    description:
      'Lists only the delegations that the wallet granted (`from`), or only those that it was granted (`to`). The default is both.',
    form: { type: 'string', enum: ['from', 'to'] },
  }),
  atTime: about(
    WHEN.atTime,
    'Answers for this time: seconds since 1970, or ISO 8601 with a time zone. Each chain answers for its last block that is not later.',
  ),
  consistency,
  numbers,
  limit: about(
    limit,
    `Delegations per page, at most ${MAX_ROWS}. A page may be shorter although more follow: on the last page \`next\` is null. ` +
      'The `Link` header has the next page too.',
    { form: { ...formOf(limit), default: DEFAULT_ROWS } },
  ),
  accounts: flag(
    'accounts',
    `With \`true\`, says what the wallet is on each chain of the page, at the block of the answer. Counts as one request more for every ${CHAINS_A_REQUEST} chains.`,
  ),
  cursor: about(cursor, 'Continues after a page: send its `next`, and the other parameters as before.'),
};

export const WALLET: Operation<typeof PARAMETERS> = {
  id: 'getWallet',
  method: 'GET',
  path: '/wallets/:wallet',
  tag: 'beyond',
  summary: 'List all delegations of a wallet',
  description:
    'Lists the delegations in force from a wallet and to it, on all chains and in both registries. They are sorted by chain, then by ' +
    'registry, v2 first, then as in the list of the registry. `chains` names the chains of the page: those with delegations on it, those that were ' +
    'searched to their end, and those that cannot answer, with `known: false`. Every chain is on at least one page, and all delegations of a chain ' +
    `are of the block that it names. The first page counts as one request for every ${CHAINS_A_REQUEST} chains, and as twice as many for the past. ` +
    'Anyone can delegate to any wallet: an incoming delegation says what its `from` allows, and nothing about the wallet.',
  parameters: PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  answer: { description: 'A page', content: json(WALLET_PAGE), headers: ['Link', 'ETag'] },
};

const NO_BLOCK =
  'is not a parameter of /wallets: each chain has blocks of its own. For the past, send "atTime", or ask the list of one chain.';
const readParameters = createReadParameters(
  PARAMETERS,
  refuseParameters([
    [['blockTag', 'atBlock', 'minBlock'], NO_BLOCK],
    [['explain', 'proof'], 'is not a parameter of /wallets. Leave it out, or use a check.'],
  ]),
);

export type WalletQuestion = ReturnType<typeof readWalletAsked>;

/** Reads the question in the words of the domain. Throws where the parameters contradict each other. */
export function readWalletAsked(query: Query, params: Query) {
  const values = readParameters(query, params);
  const { atTime, consistency: certainty } = values;
  const when = { atTime, consistency: certainty };
  return {
    wallet: values.wallet,
    /** `undefined` for all that are served. */
    chainIds: values.chainIds?.toSorted((a, b) => a - b),
    registries: values.registries ?? REGISTRY_IDS,
    direction: values.direction,
    when,
    moment: identifyMoment(when),
    limit: values.limit ?? DEFAULT_ROWS,
    cursor: values.cursor,
    numbers: values.numbers,
    accounts: values.accounts ?? false,
  };
}

/** A page after the first one continues in one chain, and mostly stays there. */
export function unitsOf({ when, cursor, accounts }: WalletQuestion, chainCount: number): number {
  const chains = cursor === undefined ? Math.max(1, Math.ceil(chainCount / CHAINS_A_REQUEST)) : 1;
  return chains * ((when.atTime === undefined ? 1 : PAST_UNITS) + (accounts ? 1 : 0));
}
