/** 200: every parameter of every operation has an effect, a default, an alternative name and its formats. */
import { getAddress } from 'viem';
import type { Case } from './conformance-case.ts';
import { CLAIM, ELSEWHERE, GAME, LIMITED, MAX, STRANGER, VOTE } from './grants.ts';
import { LISTS } from './records.ts';
import { formOf, OTHER_NAMES } from './refused-values.ts';
import { holds, lineOf, quoted, SAMPLES, type Sample } from './samples.ts';

const WALLETS = ['to', 'delegate', 'from', 'vault', 'wallet'];
/** With another value for one parameter, no grant matches any more. */
const OTHERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(WALLETS.map((name) => [name, STRANGER])),
  contract: GAME,
  tokenId: '8',
};

function required({ id, nothing, ask }: Sample, name: string): Case[] {
  const other = OTHERS[name];
  return other ? [ask(`${id}.${name}.present ${id}.none`, { [name]: other }, nothing)] : [];
}

function aliased({ id, values, ask }: Sample, name: string): Case[] {
  const other = OTHER_NAMES[name];
  const value = values[name];
  if (!other || !value) return [];
  return [
    { [name]: undefined, [other]: value },
    { [other]: value },
    { [other]: `0x${value.slice(2).toUpperCase()}` },
  ].map((query) => ask(`${id}.${name}.alias`, query));
}

/** Forms of a sample's value that mean the same. */
const SAME: Readonly<Record<string, (value: string) => Readonly<Record<string, string>>>> = {
  address: (value) => ({
    lower: value,
    upper: `0x${value.slice(2).toUpperCase()}`,
    'upper-prefix': `0X${value.slice(2)}`,
    checksum: getAddress(value),
  }),
  uint256: () => ({
    decimal: '7',
    hex: '0x7',
    'hex-upper-prefix': '0X7',
    'hex-padded': `0x${'7'.padStart(64, '0')}`,
    zeros: '007',
  }),
};
const ENDS = { zero: ['0', '0x0'], most: [String(MAX), `0x${'F'.repeat(64)}`] };

function forms({ id, values, nothing, ask }: Sample, name: string): Case[] {
  const form = formOf(name);
  const ends = form === 'uint256' ? Object.entries(ENDS) : [];
  return [
    ...Object.entries(SAME[form]?.(values[name] ?? '') ?? {}).map(([line, text]) =>
      ask(`${id}.${name}.present form.${form}.${line}`, { [name]: text }),
    ),
    ...ends.flatMap(([line, texts]) =>
      texts.map((text) => ask(`form.uint256.${line} limit.tokenId.${line}`, { [name]: text }, nothing)),
    ),
  ];
}

function chainId(sample: Sample): Case[] {
  const { id, version, kind, nothing, ask } = sample;
  const there = kind ? holds(sample, 50) : LISTS[version].elsewhere;
  const usual = `${id}.chainId.default header.X-Chain-Id`;
  return [
    ask(
      `${id}.chainId.present form.chainId.decimal header.X-Chain-Id`,
      { cold: ELSEWHERE, chainId: '10' },
      there,
    ),
    ask(usual, { cold: ELSEWHERE }, nothing),
    ask(usual, { cold: ELSEWHERE, chainId: '1' }, nothing),
  ];
}

function rights(sample: Sample): Case[] {
  const { id, nothing, names, ask } = sample;
  if (!names.includes('rights')) return [];
  const [present, byDefault] = [`${id}.rights.present`, `${id}.rights.default`];
  const limited = (covers: string, rights: string | undefined, answer: string) =>
    ask(covers, { cold: LIMITED, rights }, answer);
  return [
    limited(`${present} form.rights.bytes32 rule.rights.own`, CLAIM, holds(sample, 9)),
    limited('form.rights.upper', `0x${CLAIM.slice(2).toUpperCase()}`, holds(sample, 9)),
    limited('form.rights.upper-prefix', `0X${CLAIM.slice(2)}`, holds(sample, 9)),
    limited(`${present} rule.rights.other`, VOTE, nothing),
    limited(`${byDefault} rule.rights.limited`, undefined, nothing),
    limited(`${byDefault} ${id}.rights.empty form.rights.empty`, '', nothing),
    limited('form.rights.zero', `0x${'0'.repeat(64)}`, nothing),
    ask(`${present} rule.rights.full`, { rights: CLAIM }),
  ];
}

function numbers({ id, kind, version, stands, nothing, ask }: Sample): Case[] {
  const written = kind ? 'answer.numbers-string' : 'answer.numbers-string record.numbers-string';
  const inStrings = kind ? quoted(stands) : LISTS[version].coldInStrings;
  return [
    ask(`${id}.numbers.present form.numbers.string ${written}`, 'numbers=string', inStrings),
    ask(`${id}.numbers.default form.numbers.number`, 'numbers=number'),
    ...(nothing === '0' ? [ask(written, { hot: STRANGER, numbers: 'string' }, '"0"')] : []),
  ];
}

const IGNORED = [
  ...['utm_source=a&utm_source=b', 'utm_=1', '_=1', '_ts=1', '__proto__=1', '=1'],
  ...['cb=1', 't=1', 'ts=1&ts=2', 'nocache'],
];

/** Cases per operation: its sample, and parameters it ignores. */
function whole({ id, kind, values, names, ask }: Sample): Case[] {
  const optional = names.filter((name) => !(name in values)).map((name) => `${lineOf(id, name)}.default`);
  const required = Object.keys(values).map((name) => `${id}.${name}.present`);
  const plain = ask([`${id}.some method.GET`, ...required, ...optional].join(' '));
  const slash = kind ? 'path.slash-after-check' : 'path.slash-after';
  return [
    plain,
    { ...plain, covers: slash, path: plain.path.replace(/(?=\?|$)/, '/') },
    ask(`${id}.head method.HEAD`, '', { method: 'HEAD', body: '' }),
    ...IGNORED.map((query) => ask(`${id}.ignored`, query)),
  ];
}

export const STATUS_200_PARAMETERS: readonly Case[] = SAMPLES.flatMap((sample) => [
  ...[whole, chainId, rights, numbers].flatMap((create) => create(sample)),
  ...sample.names.flatMap((name) => [required, aliased, forms].flatMap((create) => create(sample, name))),
]);
