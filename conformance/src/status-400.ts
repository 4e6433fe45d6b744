/**
 * 400: every parameter of every operation missing, malformed, repeated, in conflict or misspelled, and
 * unsupported chains.
 */
import { type Case, pathOf } from './conformance-case.ts';
import { FORMS, NEAR_MISSES, REFUSED } from './refused-values.ts';
import { COLD, GAME, HOT, lineOf, SAMPLES, type Sample, STRANGER } from './samples.ts';

/** Each of the two wallets of a check has two names. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  to: 'delegate',
  delegate: 'to',
  from: 'vault',
  vault: 'from',
};
/** Valid values for optional parameters. */
const OPTIONAL_VALUES: Readonly<Record<string, string>> = {
  chainId: '1',
  rights: `0x${'0'.repeat(64)}`,
  numbers: 'number',
  limit: '1',
  cursor: 'abcdef',
  blockTag: 'latest',
  atBlock: '1',
  atTime: '1767225600',
  minBlock: '1',
  consistency: 'latest',
  explain: 'false',
  proof: 'false',
};

export const refusal = (errors: readonly (readonly [string, string])[]) => ({
  status: 400,
  problem: { code: 'invalid_parameters', errors },
});
const without = (values: Sample['values'], name: string) =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

function missing({ id, path, values }: Sample, name: string): Case[] {
  if (!(name in values) || name === 'wallet') return [];
  const other = OTHER_NAMES[name];
  const says = other ? `is missing: send "${name}" or "${other}".` : `is missing: send "${name}".`;
  return [
    {
      name: `${id} without ${name}`,
      covers: [`${id}.${name}.missing`, 'code.invalid_parameters'],
      path: pathOf(path, without(values, name)),
      ...refusal([[name, says]]),
    },
  ];
}

function malformed({ id, path, values }: Sample, name: string): Case[] {
  const form = FORMS[name];
  if (!form) throw new RangeError(`${id} takes "${name}", of which the suite knows no form.`);
  const other = OTHER_NAMES[name];
  // A path without its last part is another path.
  const refused = REFUSED[form].filter(({ value }) => value !== '' || !path.includes(`:${name}`));
  return refused.flatMap(({ line, value, says }) => [
    {
      name: `${id} with ${name} ${JSON.stringify(value)}`,
      covers: [`${lineOf(id, name)}.malformed`, `form.${form}.${line}`],
      path: pathOf(path, { ...values, [name]: value }),
      ...refusal([[name, says]]),
    },
    ...(other
      ? [
          {
            name: `${id} with ${other} ${JSON.stringify(value)}`,
            covers: [`${id}.${name}.malformed`],
            path: pathOf(path, { ...without(values, name), [other]: value }),
            ...refusal([[other, says]]),
          },
        ]
      : []),
  ]);
}

function repeated({ id, path, values }: Sample, name: string): Case[] {
  if (name === 'wallet') return [];
  const value = values[name] ?? OPTIONAL_VALUES[name] ?? '';
  const twice = { ...values, [name]: value };
  const cases = [
    { what: 'the same value', more: `${name}=${value}` },
    { what: 'another value', more: `${name}=2` },
    { what: 'nothing', more: `${name}=` },
  ];
  return cases.map(({ what, more }) => ({
    name: `${id} with ${name} twice, the second time with ${what}`,
    covers: [`${lineOf(id, name)}.repeated`],
    path: pathOf(path, twice, more),
    ...refusal([[name, 'is given more than once: send it once.']]),
  }));
}

function conflict({ id, path, values }: Sample, name: string): Case[] {
  const other = OTHER_NAMES[name];
  if (!other) return [];
  return [
    {
      name: `${id} with ${name}, and another wallet as ${other}`,
      covers: [`${id}.${name}.conflict`],
      path: pathOf(path, { ...values, [other]: STRANGER }),
      ...refusal([[other, `means the same as "${name}" but has another value: send only one of them.`]]),
    },
    {
      name: `${id} with ${name}, and ${other} twice`,
      covers: [`${id}.${name}.repeated`],
      path: pathOf(path, { ...values, [other]: COLD }, `${other}=${COLD}`),
      ...refusal([[other, 'is given more than once: send it once.']]),
    },
  ];
}

function nearMiss({ id, path, values }: Sample, name: string): Case[] {
  const names = [name, OTHER_NAMES[name] ?? []].flat();
  return names.flatMap((meant) =>
    (NEAR_MISSES[meant] ?? []).map((slip) => ({
      name: `${id} with ${slip} for ${meant}`,
      covers: [`${lineOf(id, name)}.near-miss`],
      path: pathOf(path, values, `${encodeURIComponent(slip)}=1`),
      ...refusal([[slip, `is not a parameter. Did you mean "${meant}"?`]]),
    })),
  );
}

/** Names that the operation does not know. An answer without their effect would be the answer to another question. */
function unknown({ id, path, values, names, version, kind }: Sample): Case[] {
  const known = 'is not a parameter. This operation takes: ';
  const ofV2 = 'is a parameter of v2, not of v1. Leave it out, or ask /registry/v2/….';
  const other = version === 'v1' ? 'v2' : 'v1';
  const byPath = `is not a parameter. The path chooses the registry: for ${other}, ask /registry/${other}/….`;
  const isList = kind === null;
  const refused: readonly (readonly [name: string, value: string, says: string])[] = [
    ...['x', 'page', 'constructor', '€', 'T', 'TS', 'utm', 'cbs', 'sort'].map(
      (name) => [name, '1', known] as const,
    ),
    ['strict', 'true', 'is not a parameter. Did you mean "consistency=strict"?'],
    ['verify', 'true', isList ? known : 'is not a parameter. Did you mean "proof=true"?'],
    ['registry', 'v1', byPath],
    ...(names.includes('tokenId') ? [] : [['tokenId', '7', known] as const]),
    ...(names.includes('rights') ? [] : [['rights', '', isList ? known : ofV2] as const]),
    ...(isList ? [['wallet', STRANGER, 'is a part of the path.'] as const] : []),
    ...(id === 'v1List' ? [['firstGrant', 'true', ofV2] as const] : []),
  ];
  return refused.map(([name, value, says]) => ({
    name: `${id} does not know ${name}`,
    covers: [`${id}.unknown`],
    path: pathOf(path, values, `${encodeURIComponent(name)}=${value}`),
    ...refusal([[name, says]]),
  }));
}

const ofParameters = SAMPLES.flatMap((sample) => [
  ...unknown(sample),
  ...sample.names.flatMap((name) => [
    ...missing(sample, name),
    ...malformed(sample, name),
    ...repeated(sample, name),
    ...conflict(sample, name),
    ...nearMiss(sample, name),
  ]),
]);

const notServed = (parameters: string, detail: RegExp) => ({
  status: 400,
  problem: { code: 'chain_not_supported', errors: [['chainId', parameters] as const], detail },
});
/** The refusal ends in the chains of the tested service that have the registry. */
const SERVED = 'Served chains: 1, 10, ';
const endsInServed = (text: string) =>
  new RegExp(`^${text}\\. Served chains: (?:\\d+, )*\\d+\\. /networks describes them\\.$`);

const ofChains: Case[] = SAMPLES.flatMap(({ id, version, path, values }) => [
  {
    name: `${id} of a chain that is not served`,
    covers: [`${id}.unserved`, 'code.chain_not_supported', 'form.chainId.unserved'],
    path: pathOf(path, { ...values, chainId: '999999999' }),
    ...notServed(`is 999999999. ${SERVED}`, endsInServed('Chain 999999999 is not served here')),
  },
  {
    name: `${id} of chain 0`,
    covers: [`${id}.unserved`, 'form.chainId.zero'],
    path: pathOf(path, { ...values, chainId: '0' }),
    ...notServed(`is 0. ${SERVED}`, endsInServed('Chain 0 is not served here')),
  },
  {
    name: `${id} without chainId where mainnet is not served`,
    covers: [`${id}.unserved`],
    service: 'blind' as const,
    path: pathOf(path, values),
    ...notServed(
      'is 1. Served chains: 10.',
      endsInServed('Chain 1 is not served here, and no chainId was sent'),
    ),
  },
  ...(version === 'v1'
    ? [
        {
          name: `${id} of a chain that has no v1 registry`,
          covers: [`${id}.no-registry`],
          path: pathOf(path, { ...values, chainId: '8453' }),
          ...notServed(`is 8453. ${SERVED}`, endsInServed('This service indexes no v1 registry on Base')),
        },
      ]
    : []),
]);

const foreign = (
  line: string,
  path: (cursor: string) => string,
  which: 'v2' | 'otherWallet' | 'otherChain',
) => ({
  name: `a cursor of another list: ${line}`,
  covers: [`form.cursor.${line}`],
  path: ({ cursors }: { cursors: Readonly<Record<typeof which, string>> }) => path(cursors[which]),
  ...refusal([['cursor', 'belongs to another list: send the wallet and chainId of the earlier page.']]),
});

const ofCursors: Case[] = [
  foreign('of-another-wallet', (cursor) => `/registry/v2/${COLD}?cursor=${cursor}`, 'otherWallet'),
  foreign('of-another-chain', (cursor) => `/registry/v2/${COLD}?cursor=${cursor}`, 'otherChain'),
  foreign('of-another-version', (cursor) => `/registry/v1/${COLD}?cursor=${cursor}`, 'v2'),
  ...(['v1', 'v2'] as const).map((version) => ({
    name: `${version}List goes on in a block that was replaced`,
    covers: ['code.cursor_expired', 'list.replaced'],
    path: ({
      cursors: { replacedV1, replacedV2 },
    }: {
      cursors: { replacedV1: string; replacedV2: string };
    }) => `/registry/${version}/${COLD}?chainId=59144&cursor=${version === 'v1' ? replacedV1 : replacedV2}`,
    status: 400,
    problem: {
      code: 'cursor_expired',
      errors: [
        [
          'cursor',
          'continues a list at a block that the chain has replaced: start again without it.',
        ] as const,
      ],
    },
  })),
];

const ofMany: Case[] = [
  {
    name: 'everything that is wrong is named at once',
    covers: ['problem.errors'],
    path: `/registry/v2/check/erc721?delegate=me&contract=${GAME}&contract=${GAME}&tokenId=-1&chain_id=1&rights=vote`,
    ...refusal([
      ['delegate', 'must be an address'],
      ['vault', 'is missing: send "vault" or "from".'],
      ['contract', 'is given more than once'],
      ['tokenId', 'must be a whole number'],
      ['rights', 'For the right "vote" send 0x766f7465'],
      ['chain_id', 'Did you mean "chainId"?'],
    ]),
  },
  {
    name: 'a wrong parameter counts before a chain that is not served',
    covers: ['problem.errors'],
    path: `/registry/v1/check/all?delegate=${HOT.all}&chainId=999999999`,
    ...refusal([['vault', 'is missing']]),
  },
  {
    name: 'a problem has these fields, in this order',
    covers: [
      ...['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'].map(
        (field) => `problem.${field}`,
      ),
      ...['header.Content-Type.problem', 'header.Cache-Control.problem', 'cors.problem'],
    ],
    path: `/registry/v2/${COLD}?numbers=roman`,
    headers: { 'x-request-id': 'a.request:of-mine_1' },
    ...refusal([['numbers', 'must be "number" or "string".']]),
    body:
      '{"type":"/errors#invalid_parameters","title":"A parameter is missing or wrong","status":400,' +
      '"detail":"\\"numbers\\" must be \\"number\\" or \\"string\\".","instance":"/registry/v2/' +
      `${COLD}","code":"invalid_parameters","requestId":"a.request:of-mine_1",` +
      '"errors":[{"parameter":"numbers","message":"must be \\"number\\" or \\"string\\"."}]}',
  },
  {
    name: 'a path that cannot be decoded',
    covers: ['code.malformed_request'],
    path: '/registry/v2/%zz',
    status: 400,
    problem: { code: 'malformed_request', detail: 'The path cannot be decoded. Check its percent-encoding.' },
  },
];

export const STATUS_400: readonly Case[] = [...ofParameters, ...ofChains, ...ofCursors, ...ofMany];
