/**
 * 400: every parameter of every operation missing, malformed, repeated, in conflict or misspelled, and
 * unsupported chains.
 */
import { type Case, expectAt, fails, refuses } from './conformance-case.ts';
import { COLD, GAME, HOT, STRANGER } from './grants.ts';
import { formOf, listRefused, NEAR_MISSES, OTHER_NAMES } from './refused-values.ts';
import { lineOf, SAMPLES, type Sample } from './samples.ts';

/** Valid values for optional parameters. */
const OPTIONAL_VALUES: Readonly<Record<string, string>> = {
  chainId: '1',
  rights: `0x${'0'.repeat(64)}`,
  numbers: 'number',
  types: 'scope',
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
const TWICE = 'is given more than once: send it once.';

function missing({ id, values, ask }: Sample, name: string): Case[] {
  if (!(name in values) || name === 'wallet') return [];
  const other = OTHER_NAMES[name];
  const says = other ? `is missing: send "${name}" or "${other}".` : `is missing: send "${name}".`;
  return [ask(`${id}.${name}.missing`, { [name]: undefined }, refuses([name, says]))];
}

function malformed({ id, path, ask }: Sample, name: string): Case[] {
  const form = formOf(name);
  const other = OTHER_NAMES[name];
  const line = `${lineOf(id, name)}.malformed`;
  // A path without its last part is another path.
  const refused = listRefused(form).filter(({ value }) => value !== '' || !path.includes(`:${name}`));
  return refused.flatMap(({ line: ofForm, value, says }) => [
    ask(`${line} form.${form}.${ofForm}`, { [name]: value }, refuses([name, says])),
    ...(other ? [ask(line, { [name]: undefined, [other]: value }, refuses([other, says]))] : []),
  ]);
}

/** The same value again, another one, and none. */
function repeated({ id, path, values, ask }: Sample, name: string): Case[] {
  if (path.includes(`:${name}`)) return [];
  const value = values[name] ?? OPTIONAL_VALUES[name] ?? '';
  const first = name in values ? '' : `${name}=${value}&`;
  return [value, '2', ''].map((again) =>
    ask(`${lineOf(id, name)}.repeated`, `${first}${name}=${again}`, refuses([name, TWICE])),
  );
}

function conflict({ id, ask }: Sample, name: string): Case[] {
  const other = OTHER_NAMES[name];
  if (!other) return [];
  const says = `means the same as "${name}" but has another value: send only one of them.`;
  return [
    ask(`${id}.${name}.conflict`, { [other]: STRANGER }, refuses([other, says])),
    ask(`${id}.${name}.repeated`, `${other}=${COLD}&${other}=${COLD}`, refuses([other, TWICE])),
  ];
}

function nearMiss({ id, ask }: Sample, name: string): Case[] {
  const line = `${lineOf(id, name)}.near-miss`;
  return [name, OTHER_NAMES[name] ?? []].flat().flatMap((meant) =>
    (NEAR_MISSES[meant] ?? []).map((slip) => {
      const refused = refuses([slip, `is not a parameter. Did you mean "${meant}"?`]);
      return ask(line, `${encodeURIComponent(slip)}=1`, refused);
    }),
  );
}

/** Names that the operation does not know. An answer without their effect would be the answer to another question. */
function unknown({ id, names, version, kind, ask }: Sample): Case[] {
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
  return refused.map(([name, value, says]) =>
    ask(`${id}.unknown`, `${encodeURIComponent(name)}=${value}`, refuses([name, says])),
  );
}

const NOWHERE = 'Chain 1 is not served here, and no chainId was sent';

/** A refusal ends in the chains of the tested service that have the registry. */
function ofChains({ id, version, ask }: Sample): Case[] {
  const refused = (chainId: string, says = `Chain ${chainId} is not served here`, served = '1, 10, ') =>
    ({
      problem: {
        code: 'chain_not_supported',
        errors: [['chainId', `is ${chainId}. Served chains: ${served}`]],
        detail: new RegExp(`^${says}\\. Served chains: (?:\\d+, )*\\d+\\. /networks describes them\\.$`),
      },
    }) as const;
  const none = refused('8453', 'This service indexes no v1 registry on Base');
  return [
    ask(`${id}.unserved form.chainId.unserved`, 'chainId=999999999', refused('999999999')),
    ask(`${id}.unserved form.chainId.zero`, 'chainId=0', refused('0')),
    ask(`${id}.unserved`, '', { service: 'blind', ...refused('1', NOWHERE, '10.') }),
    ...(version === 'v1' ? [ask(`${id}.no-registry`, 'chainId=8453', none)] : []),
  ];
}

const foreign = refuses([
  'cursor',
  'belongs to another list: send the wallet and chainId of the earlier page.',
]);
const replaced = 'continues a list at a block that the chain has replaced: start again without it.';
const expired = { problem: { code: 'cursor_expired', errors: [['cursor', replaced]] } } as const;
const FIELDS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];

export const STATUS_400: readonly Case[] = [
  ...SAMPLES.flatMap((sample) => [
    ...unknown(sample),
    ...sample.names.flatMap((name) =>
      [missing, malformed, repeated, conflict, nearMiss].flatMap((create) => create(sample, name)),
    ),
    ...ofChains(sample),
  ]),
  expectAt('form.cursor.of-another-wallet', `/registry/v2/${COLD}?cursor=(cursor.otherWallet)`, foreign),
  expectAt('form.cursor.of-another-chain', `/registry/v2/${COLD}?cursor=(cursor.otherChain)`, foreign),
  expectAt('form.cursor.of-another-version', `/registry/v1/${COLD}?cursor=(cursor.v2)`, foreign),
  expectAt('list.replaced', `/registry/v1/${COLD}?chainId=59144&cursor=(cursor.replacedV1)`, expired),
  expectAt('list.replaced', `/registry/v2/${COLD}?chainId=59144&cursor=(cursor.replacedV2)`, expired),
  expectAt(
    'problem.errors',
    `/registry/v2/check/erc721?delegate=me&contract=${GAME}&contract=${GAME}&tokenId=-1&chain_id=1&rights=vote`,
    refuses(
      ['delegate', 'must be an address'],
      ['vault', 'is missing: send "vault" or "from".'],
      ['contract', 'is given more than once'],
      ['tokenId', 'must be a whole number'],
      ['rights', 'For the right "vote" send 0x766f7465'],
      ['chain_id', 'Did you mean "chainId"?'],
    ),
  ),
  // A wrong parameter counts before a chain that is not served.
  expectAt(
    'problem.errors',
    `/registry/v1/check/all?delegate=${HOT.all}&chainId=999999999`,
    refuses(['vault', 'is missing']),
  ),
  expectAt(
    `${FIELDS.map((field) => `problem.${field}`).join(' ')} header.Content-Type.problem header.Cache-Control.problem cors.problem`,
    `/registry/v2/${COLD}?numbers=roman`,
    {
      headers: { 'x-request-id': 'a.request:of-mine_1' },
      ...refuses(['numbers', 'must be "number" or "string".']),
      body:
        '{"type":"/errors#invalid_parameters","title":"A parameter is missing or wrong","status":400,' +
        '"detail":"\\"numbers\\" must be \\"number\\" or \\"string\\".","instance":"/registry/v2/' +
        `${COLD}","code":"invalid_parameters","requestId":"a.request:of-mine_1",` +
        '"errors":[{"parameter":"numbers","message":"must be \\"number\\" or \\"string\\"."}]}',
    },
  ),
  expectAt(
    'code.malformed_request',
    '/registry/v2/%zz',
    fails('malformed_request', 'The path cannot be decoded. Check its percent-encoding.'),
  ),
];
