/** 200: every parameter of every operation has an effect, a default, an alternative name and its formats. */
import type { Address, DelegationFields } from '@mandate/core';
import { getAddress } from 'viem';
import { type Case, pathOf } from './conformance-case.ts';
import { LISTS } from './records.ts';
import { FORMS } from './refused-values.ts';
import {
  amountOf,
  CLAIM,
  COLD,
  ELSEWHERE,
  GAME,
  holds,
  LIMITED,
  lineOf,
  MAX,
  questionOf,
  SAMPLES,
  type Sample,
  STRANGER,
  VOTE,
} from './samples.ts';
import { OTHER_NAMES } from './status-400.ts';

const FIELDS: Readonly<Record<string, 'to' | 'from' | 'contract' | 'tokenId' | 'wallet'>> = {
  to: 'to',
  delegate: 'to',
  from: 'from',
  vault: 'from',
  contract: 'contract',
  tokenId: 'tokenId',
  wallet: 'wallet',
};

/** Returns the registry's question or list for the sample's parameters with these changes. */
export function judged(sample: Sample, fields: Partial<DelegationFields> & { wallet?: Address } = {}) {
  const { wallet = fields.from ?? COLD, ...asked } = fields;
  return sample.kind ? { asks: questionOf(sample, asked) } : { lists: { registry: sample.version, wallet } };
}
/** The answer to the sample, with its grant in force. */
export const standing = (sample: Sample) => ({
  status: 200,
  body: sample.kind ? holds(sample, amountOf(sample)) : LISTS[sample.version].cold,
  answers: { 'x-chain-id': '1' },
  ...judged(sample),
});
/** Returns the operation's name for the wallet that delegates. */
export const coldOf = ({ names }: Sample) =>
  ['wallet', 'from', 'vault'].find((name) => names.includes(name)) ?? 'from';

/** With another value for one parameter, no grant matches any more. */
function required(sample: Sample, name: string): Case[] {
  const field = FIELDS[name];
  if (!field) return [];
  const { id, path, values, nothing } = sample;
  const other = { to: STRANGER, from: STRANGER, contract: GAME, tokenId: '8', wallet: STRANGER }[field];
  const domain = field === 'tokenId' ? { tokenId: 8n } : { [field]: other };
  return [
    {
      name: `${id} hears ${name}`,
      covers: [`${id}.${name}.present`, `${id}.none`],
      path: pathOf(path, { ...values, [name]: other }),
      status: 200,
      body: nothing,
      ...judged(sample, domain),
    },
  ];
}

function aliased(sample: Sample, name: string): Case[] {
  const other = OTHER_NAMES[name];
  const { id, path, values } = sample;
  const value = values[name];
  if (!other || !value) return [];
  const { [name]: _, ...rest } = values;
  const covers = [`${id}.${name}.alias`];
  return [
    { name: `${id} takes ${name} as ${other}`, covers, path: pathOf(path, { ...rest, [other]: value }) },
    {
      name: `${id} takes ${name} and ${other} alike`,
      covers,
      path: pathOf(path, { ...values, [other]: value }),
    },
    {
      name: `${id} takes ${name} and ${other} that differ in case only`,
      covers,
      path: pathOf(path, { ...values, [other]: `0x${value.slice(2).toUpperCase()}` }),
    },
  ].map((request) => ({ ...request, ...standing(sample) }));
}

function forms(sample: Sample, name: string): Case[] {
  const { id, path, values, nothing } = sample;
  const value = values[name] ?? '';
  const form = FORMS[name];
  const digits = value.slice(2);
  const same: Readonly<Record<string, string>> =
    form === 'address'
      ? {
          lower: value,
          upper: `0x${digits.toUpperCase()}`,
          'upper-prefix': `0X${digits}`,
          checksum: getAddress(value),
        }
      : form === 'uint256'
        ? {
            decimal: '7',
            hex: '0x7',
            'hex-upper-prefix': '0X7',
            'hex-padded': `0x${'7'.padStart(64, '0')}`,
            zeros: '007',
          }
        : {};
  const ends = { zero: 0n, most: MAX };
  return [
    ...Object.entries(same).map(([line, text]) => ({
      name: `${id} takes ${name} ${text}`,
      covers: [`${id}.${name}.present`, `form.${form}.${line}`],
      path: pathOf(path, { ...values, [name]: text }),
      ...standing(sample),
    })),
    ...(form === 'uint256' ? Object.entries(ends) : []).flatMap(([line, tokenId]) =>
      [String(tokenId), `0x${tokenId.toString(16).toUpperCase()}`].map((text) => ({
        name: `${id} takes ${name} ${text}`,
        covers: [`form.uint256.${line}`, `limit.tokenId.${line}`],
        path: pathOf(path, { ...values, [name]: text }),
        status: 200,
        body: nothing,
        ...judged(sample, { tokenId }),
      })),
    ),
  ];
}

function chainId(sample: Sample): Case[] {
  const { id, path, values, nothing, version } = sample;
  const elsewhere = { ...values, [coldOf(sample)]: ELSEWHERE };
  const fields = { from: ELSEWHERE };
  const there = sample.kind ? holds(sample, 50) : LISTS[version].elsewhere;
  return [
    {
      name: `${id} hears chainId`,
      covers: [`${id}.chainId.present`, 'form.chainId.decimal', 'header.X-Chain-Id'],
      path: pathOf(path, { ...elsewhere, chainId: '10' }),
      status: 200,
      body: there,
      answers: { 'x-chain-id': '10' },
      ...judged(sample, fields),
    },
    ...[{}, { chainId: '1' }].map((more) => ({
      name: `${id} is asked of mainnet ${'chainId' in more ? 'by chainId' : 'without chainId'}`,
      covers: [`${id}.chainId.default`, 'header.X-Chain-Id'],
      path: pathOf(path, { ...elsewhere, ...more }),
      status: 200,
      body: nothing,
      answers: { 'x-chain-id': '1' },
      ...judged(sample, fields),
    })),
  ];
}

function rights(sample: Sample): Case[] {
  const { id, path, values, nothing, names } = sample;
  if (!names.includes('rights')) return [];
  const limited = { ...values, [coldOf(sample)]: LIMITED };
  const [present, byDefault] = [`${id}.rights.present`, `${id}.rights.default`];
  const limitedCases = [
    { what: CLAIM, covers: [present, 'form.rights.bytes32', 'rule.rights.own'], asked: CLAIM, stands: true },
    { what: `0x${CLAIM.slice(2).toUpperCase()}`, covers: ['form.rights.upper'], asked: CLAIM, stands: true },
    { what: `0X${CLAIM.slice(2)}`, covers: ['form.rights.upper-prefix'], asked: CLAIM, stands: true },
    { what: VOTE, covers: [present, 'rule.rights.other'], asked: VOTE, stands: false },
    { what: null, covers: [byDefault, 'rule.rights.limited'], asked: null, stands: false },
    { what: '', covers: [byDefault, `${id}.rights.empty`, 'form.rights.empty'], asked: null, stands: false },
    { what: `0x${'0'.repeat(64)}`, covers: ['form.rights.zero'], asked: null, stands: false },
  ].map(({ what, covers, asked, stands }) => ({
    name: `${id}, limited to claim, with rights ${what}`,
    covers,
    path: pathOf(path, what === null ? limited : { ...limited, rights: what }),
    status: 200,
    body: stands ? holds(sample, 9) : nothing,
    ...judged(sample, { from: LIMITED, ...(asked ? { rights: asked } : {}) }),
  }));
  return [
    ...limitedCases,
    {
      ...standing(sample),
      name: `${id}, not limited, with rights claim`,
      covers: [present, 'rule.rights.full'],
      path: pathOf(path, { ...values, rights: CLAIM }),
      ...judged(sample, { rights: CLAIM }),
    },
  ];
}

function numbers(sample: Sample): Case[] {
  const { id, path, values, version, nothing } = sample;
  const usual = standing(sample);
  const inStrings = !sample.kind
    ? LISTS[version].coldInStrings
    : usual.body === 'true'
      ? 'true'
      : `"${usual.body}"`;
  const lines = sample.kind ? ['answer.numbers-string'] : ['answer.numbers-string', 'record.numbers-string'];
  const cases: Case[] = [
    {
      ...usual,
      name: `${id} hears numbers`,
      covers: [`${id}.numbers.present`, 'form.numbers.string', ...lines],
      path: pathOf(path, { ...values, numbers: 'string' }),
      body: inStrings,
    },
    {
      ...usual,
      name: `${id} with numbers=number`,
      covers: [`${id}.numbers.default`, 'form.numbers.number'],
      path: pathOf(path, { ...values, numbers: 'number' }),
    },
  ];
  if (nothing === '0') {
    const [name = ''] = ['to', 'delegate'].filter((hot) => hot in values);
    cases.push({
      name: `${id} of nothing with numbers=string`,
      covers: ['answer.numbers-string'],
      path: pathOf(path, { ...values, [name]: STRANGER, numbers: 'string' }),
      status: 200,
      body: '"0"',
    });
  }
  return cases;
}

/** Cases per operation: its sample, and parameters it ignores. */
function whole(sample: Sample): Case[] {
  const { id, path, values, names } = sample;
  const optional = names.filter((name) => !(name in values)).map((name) => `${lineOf(id, name)}.default`);
  const required = Object.keys(values).map((name) => `${id}.${name}.present`);
  const ignored = [
    ...['utm_source=a&utm_source=b', 'utm_=1', '_=1', '_ts=1', '__proto__=1', ''],
    ...['cb=1', 't=1', 'ts=1&ts=2', 'nocache'],
  ];
  return [
    {
      ...standing(sample),
      name: `${id} of something that stands`,
      covers: [`${id}.some`, 'method.GET', ...required, ...optional],
      path: pathOf(path, values),
    },
    {
      ...standing(sample),
      name: `${id} with a slash after its path`,
      covers: [sample.kind ? 'path.slash-after-check' : 'path.slash-after'],
      path: pathOf(path, values).replace(/(?=\?|$)/, '/'),
    },
    {
      ...standing(sample),
      name: `HEAD of ${id}`,
      method: 'HEAD',
      covers: [`${id}.head`, 'method.HEAD'],
      path: pathOf(path, values),
      body: '',
    },
    ...ignored.map((query) => ({
      ...standing(sample),
      name: `${id} takes no notice of ${query || 'an empty name'}`,
      covers: [`${id}.ignored`],
      path: pathOf(path, values, query || '=1'),
    })),
  ];
}

export const STATUS_200_PARAMETERS: readonly Case[] = SAMPLES.flatMap((sample) => [
  ...whole(sample),
  ...sample.names.flatMap((name) => [
    ...required(sample, name),
    ...aliased(sample, name),
    ...forms(sample, name),
  ]),
  ...chainId(sample),
  ...rights(sample),
  ...numbers(sample),
]);
