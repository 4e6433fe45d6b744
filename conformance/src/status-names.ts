/** `/names`: refusals, methods, limits, and answers about what has no name. */
import type { Case } from './conformance-case.ts';
import { STRANGER } from './samples.ts';

type Errors = readonly (readonly [parameter: string, message: string])[];

const refused = (line: string, values: Readonly<Record<string, string>>, errors: Errors): Case => {
  const code = line === 'unserved' ? 'chain_not_supported' : 'invalid_parameters';
  return {
    name: `/names: ${line}`,
    covers: [`getNames.${line}`, `code.${code}`],
    path: `/names?${new URLSearchParams(values)}`,
    status: 400,
    problem: { code, errors },
  };
};

const STATUS_400: readonly Case[] = [
  refused('missing', {}, [['of', 'is missing, and so is "name".']]),
  refused('malformed', { of: STRANGER }, [['of', 'must be like 1:0x']]),
  refused('malformed', { of: `1:${STRANGER.replace('e', 'E')}` }, [['of', 'checksum (EIP-55) is wrong']]),
  refused('too-many', { of: Array.from({ length: 26 }, () => `1:${STRANGER}`).join() }, [
    ['of', 'at most 25.'],
  ]),
  refused('name', { name: 'mira' }, [['name', 'must be a name of ENS']]),
  refused('unserved', { of: `31337:${STRANGER}` }, [['chainId', 'is 31337.']]),
];

const STATUS_200: readonly Case[] = [
  {
    name: 'a wallet without a name',
    covers: ['getNames.unknown-address'],
    path: `/names?of=1:${STRANGER}`,
    status: 200,
    body: /"tokenId":null,"known":true,"isContract":false,"ensName":null,"contract":null,"token":null\}\],"resolved":null\}$/,
  },
  {
    name: 'a name that nobody has',
    covers: ['getNames.unresolved'],
    path: '/names?name=Nobody.eth',
    status: 200,
    body: '{"addresses":[],"resolved":{"name":"nobody.eth","known":true,"address":null}}',
  },
];

const METHOD: Case = {
  name: 'POST /names',
  covers: ['getNames.method', 'code.method_not_allowed'],
  method: 'POST',
  path: '/names',
  status: 405,
  answers: { allow: 'GET, HEAD, OPTIONS' },
  problem: { code: 'method_not_allowed' },
};

const COUNTS_EACH_TOKEN: Case = {
  name: 'a question about 20 tokens counts as 20',
  covers: ['getNames.counts-each-token'],
  path: `/names?of=${Array.from({ length: 20 }, (_, id) => `1:0x:${id}`).join()}`,
  service: 'limited',
  headers: { 'x-forwarded-for': '192.0.2.202' },
  status: 400,
  answers: { ratelimit: /^"anon";r=5;t=(?:[1-9]|10)$/ },
  problem: { code: 'invalid_parameters', errors: [['of', 'must be like 1:0x']] },
};

export const STATUS_NAMES: readonly Case[] = [...STATUS_400, ...STATUS_200, METHOD, COUNTS_EACH_TOKEN];
