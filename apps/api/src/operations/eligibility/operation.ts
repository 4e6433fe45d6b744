/** `/eligibility`: may a wallet claim with a token, its own or that of a vault that delegated to it? */
import { BLOCK_HEADERS } from '../../request/freshness.ts';
import { json, type Operation } from '../operation.ts';
import { ANSWER_FOR_MANY, ELIGIBILITY_ANSWER } from './answer.ts';
import { ELIGIBILITY_BODY } from './body.ts';
import { ELIGIBILITY_PARAMETERS } from './parameters.ts';
import { MAX_WALLETS, readMany, WALLETS_A_REQUEST } from './read-many.ts';

const COST = 'A question reads token contracts through the nodes of the chain, and counts as two requests.';

export const ELIGIBILITY: Operation<typeof ELIGIBILITY_PARAMETERS> = {
  id: 'getEligibility',
  method: 'GET',
  path: '/eligibility',
  tag: 'beyond',
  summary: 'May this wallet claim?',
  description:
    'Tells whether a wallet holds tokens of a contract, itself or through vaults that delegated to it directly on this chain. Balances and ' +
    'owners are read at the very block of the delegations, from as many nodes as the operator requires. A vault counts once, as far as the ' +
    "registry's own check reaches: fully for its whole wallet or the contract, else token by token or up to the delegated amount. `eligible` is " +
    '`null` if something could not be read and the rest is not enough: never read it as "no". Record claims per vault or token, not per ' +
    `wallet: two wallets may hold delegations of the same vault. ${COST}`,
  parameters: ELIGIBILITY_PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  units: () => 2,
  answer: {
    description: 'The answer',
    content: json(ELIGIBILITY_ANSWER),
    headers: [...BLOCK_HEADERS],
  },
};

export const ELIGIBILITY_OF_MANY: Operation = {
  id: 'getEligibilityOfMany',
  method: 'POST',
  path: '/eligibility',
  tag: 'beyond',
  summary: 'May these wallets claim?',
  description:
    `Answers the same for up to ${MAX_WALLETS} wallets and one contract, all at one block. The body takes \`wallets\` and the parameters of ` +
    `GET /eligibility but for \`wallet\` and \`vault\`. Every ${WALLETS_A_REQUEST} wallets begun count as one request.`,
  parameters: {},
  body: { form: ELIGIBILITY_BODY, maxBytes: 2 ** 14, read: readMany },
  weight: 'list',
  heavy: true,
  takesKeys: true,
  countsRest: true,
  answer: {
    description: 'The answer',
    content: json(ANSWER_FOR_MANY),
    headers: [...BLOCK_HEADERS],
  },
};
