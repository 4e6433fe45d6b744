/** `POST /votes/score`: how many votes have these addresses, as Snapshot's strategies `api-v2` and `api-v2-override` ask? */
import { BLOCK_HEADERS } from '../../request/freshness.ts';
import { json, type Operation } from '../operation.ts';
import { SCORES } from './answer.ts';
import { SCORE_BODY } from './body.ts';
import { ADDRESSES_A_REQUEST, MAX_ADDRESSES, readScoreQuestion } from './read-question.ts';

export const SCORE_VOTES: Operation = {
  id: 'scoreVotes',
  method: 'POST',
  path: '/votes/score',
  tag: 'beyond',
  summary: 'How many votes have these addresses?',
  description:
    `Counts the votes of up to ${MAX_ADDRESSES.toLocaleString('en')} addresses with the tokens of one contract at one block, for Snapshot's strategies ` +
    '`api-v2` and `api-v2-override`. Each token, or unit of it, has exactly one voter, whoever is asked about: of the delegations of its holder that reach ' +
    'it, those with the right in question come before those with full rights, narrower before broader ones, later before earlier ones. Amounts count in this ' +
    'order until the balance is used. What nobody was granted is voted by the holder. With `override`, the holder votes if it is among the addresses, else the first of ' +
    'that order that is. If anything is not known, the answer is an error, and no address has a score. A votes key may come in the URL, as `?key=`. ' +
    `Every ${ADDRESSES_A_REQUEST} addresses begun count as one request.`,
  parameters: {},
  body: { form: SCORE_BODY, maxBytes: 2 ** 19, read: readScoreQuestion },
  weight: 'list',
  takesKeys: true,
  takesKeyInUrl: true,
  countsRest: true,
  answer: {
    description: 'The scores',
    content: json(SCORES),
    headers: [...BLOCK_HEADERS],
  },
};
