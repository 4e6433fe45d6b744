/** The forms that answers about tokens share: eligibility and exclusive delegates. */
import { UNKNOWN_REASONS } from '../../answers/eligibility/unknown.ts';
import { address, fields, integer, listOf, oneOf, orNull, text } from './form.ts';
import { expiresAt, GRANT } from './grants.ts';

export const COUNTED_GRANT = fields(
  { ...GRANT.fields, expiresAt, block: integer('The block since which it stands') },
  {
    component: 'CountedGrant',
    type: 'TimedGrant',
    base: GRANT,
    about: 'A delegation in force, with its beginning and its end',
  },
);

const reason = oneOf(UNKNOWN_REASONS, {
  type: 'UnknownReason',
  isOpen: true,
  about:
    'Why a part of an answer is unknown. `too_many_vaults`, `too_many_tokens`: more than one answer may read. `ids_unknown`: the contract does not list all ids of a holder. `history_uncertain`: the ' +
    'grants of a v1 vault at that block cannot be known. `under_audit`: the records of a vault are being repaired. ' +
    '`nodes_unavailable`: no node answered. `no_state`: no node has the state of that block. `contract_failed`: the token contract did ' +
    'not answer properly. `over_budget`: the service has used up its calls to nodes',
});
const UNKNOWN = fields(
  {
    reason,
    detail: text('What happened, and what to do next'),
    holder: orNull(address(), 'The holder whose part is unknown. `null` if it is about no single holder'),
  },
  { component: 'Unknown', type: 'UnknownPart', about: 'A part of an answer that could not be read' },
);
export const unknownParts = listOf(UNKNOWN, 'The parts that could not be read. Empty if everything was');
