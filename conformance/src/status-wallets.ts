/** `/wallets/{wallet}`: refusals, methods, and answers about wallets with and without delegations. */
import type { Case } from './conformance-case.ts';
import { ELSEWHERE, STRANGER } from './samples.ts';

type Errors = readonly (readonly [parameter: string, message: string])[];

const refused = (line: string, path: string, errors: Errors): Case => {
  const code = line === 'unserved' ? 'chain_not_supported' : 'invalid_parameters';
  return {
    name: `/wallets: ${line}`,
    covers: [`getWallet.${line}`, `code.${code}`],
    path: `/wallets/${path}`,
    status: 400,
    problem: { code, ...(errors.length > 0 && { errors }) },
  };
};

const STATUS_400: readonly Case[] = [
  refused('malformed', 'vitalik.eth', [['wallet', 'Names are not resolved.']]),
  refused('direction', `${STRANGER}?direction=both`, [['direction', 'must be "from" or "to".']]),
  refused('cursor', `${STRANGER}?cursor=next`, [['cursor', '']]),
  refused('misspelled', `${STRANGER}?chain=1`, [['chain', 'Did you mean "chainIds"?']]),
  refused('unserved', `${STRANGER}?chainIds=31337`, []),
];

const STATUS_200: readonly Case[] = [
  {
    name: 'a wallet without delegations',
    covers: ['getWallet.empty'],
    path: `/wallets/${STRANGER}?chainIds=1,10`,
    status: 200,
    body: /^\{"address":"0x[0-9a-fA-F]{40}","delegations":\[\],"chains":\[\{"chainId":1,"known":true,.*\{"chainId":10,"known":true,.*\],"next":null\}$/,
  },
  {
    name: 'a wallet with delegations on the second chain only',
    covers: ['getWallet.elsewhere'],
    path: `/wallets/${ELSEWHERE}?chainIds=1,10`,
    status: 200,
    body: /"delegations":\[\{"chainId":10,"registry":"v2",.*"next":null\}$/,
  },
];

const METHOD: Case = {
  name: 'POST /wallets',
  covers: ['getWallet.method', 'code.method_not_allowed'],
  method: 'POST',
  path: `/wallets/${STRANGER}`,
  status: 405,
  answers: { allow: 'GET, HEAD, OPTIONS' },
  problem: { code: 'method_not_allowed' },
};

export const STATUS_WALLETS: readonly Case[] = [...STATUS_400, ...STATUS_200, METHOD];
