/** Writes what the SDK needs of the domain: kinds of grants, addresses and ABIs of the registries, and forms of rights. */
import { readFileSync } from 'node:fs';
import {
  CHAINS,
  FULL_RIGHTS,
  getKind,
  listKinds,
  REGISTRIES,
  REGISTRY_IDS,
  type Registry,
  SIGNATURES,
} from '@mandate/core';
import { type Abi, type AbiParameter, getAddress, parseAbi, toFunctionSelector } from 'viem';
import { QUESTIONS } from '../request/question.ts';

const FIRST_LINE = '/** Made from packages/core by `npm run build:docs`. */';
const CORE = new URL('../../../../packages/core/src/', import.meta.url);

/** Returns the text of each file, under its name. */
export function createDomainFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['kinds.ts', writeKinds()],
    ['addresses.ts', writeAddresses()],
    ...REGISTRY_IDS.map((registry) => [`${registry}-abi.ts`, writeAbi(registry)] as const),
    ['writes.ts', writeWrites()],
    ['describe-rights.ts', `${FIRST_LINE}\n${readFileSync(new URL('describe-rights.ts', CORE), 'utf8')}`],
  ]);
}

const asConst = (value: unknown) => `${JSON.stringify(value, null, 1)} as const`;

function writeKinds(): string {
  const registries = REGISTRY_IDS.toReversed().map((registry) => {
    const { hasRights } = REGISTRIES[registry];
    const kinds = [...(QUESTIONS.get(registry)?.keys() ?? [])].map((kind) => {
      const { scope, answer, type, tokenType, checkParties } = getKind(registry, kind);
      return [kind, { scope, hasRights, answer, type, tokenType, checkParties }];
    });
    return [registry, Object.fromEntries(kinds)];
  });
  return [
    FIRST_LINE,
    '/** 32 zero bytes: a delegation that is not limited to any right. */',
    `export const FULL_RIGHTS = '${FULL_RIGHTS}';`,
    '',
    '/** The kinds of each registry. */',
    `export const REGISTRIES = ${asConst(Object.fromEntries(registries))};`,
  ].join('\n');
}

function writeAddresses(): string {
  const usual = REGISTRIES.v2.address;
  const others = CHAINS.filter(({ registries }) => registries.v2 !== undefined && registries.v2 !== usual);
  const [other = '', ...more] = new Set(others.map(({ registries }) => registries.v2));
  const isUsual = CHAINS.every(
    ({ registries: { v1 = REGISTRIES.v1.address } }) => v1 === REGISTRIES.v1.address,
  );
  if (more.length > 0 || !isUsual)
    throw new Error('A registry has one more address: the SDK needs a name for it.');
  const idsOf = (chains: typeof CHAINS) =>
    JSON.stringify(chains.map(({ id }) => id).toSorted((a, b) => a - b));
  return [
    FIRST_LINE,
    '/** The address of the first registry, on every chain that has it. */',
    `export const REGISTRY_ADDRESS_V1 = '${getAddress(REGISTRIES.v1.address)}';`,
    '',
    '/** The address of the second registry, on every chain but those of the ZK Stack. */',
    `export const REGISTRY_ADDRESS_V2 = '${getAddress(usual)}';`,
    '',
    '/** The address of the second registry on chains of the ZK Stack, which derive addresses in another way. */',
    `export const REGISTRY_ADDRESS_V2_ZK_STACK = '${getAddress(other)}';`,
    '',
    `export const ZK_STACK_CHAINS: readonly number[] = ${idsOf(others)};`,
    '',
    '/** The chains whose registries are known to have these addresses. */',
    `export const CATALOGUE_CHAINS: readonly number[] = ${idsOf(CHAINS)};`,
  ].join('\n');
}

const NAMES: Readonly<Record<Registry, readonly [name: string, about: string]>> = {
  v1: ['DELEGATE_REGISTRY_V1_ABI', 'The ABI of the first registry: every event, view and write.'],
  v2: ['DELEGATE_REGISTRY_V2_ABI', 'The ABI of the second registry: every event, view, write and error.'],
};

const abiOf = (registry: Registry): Abi => parseAbi<readonly string[]>(SIGNATURES[registry]);

function writeAbi(registry: Registry): string {
  // Each parameter is written once: together they are half of the ABI.
  const parameters = new Map<string, string>();
  const nameOf = (parameter: AbiParameter): string => {
    const code = writeParameter(parameter);
    const name = parameters.get(code) ?? findFree(parameter.name || parameter.type);
    parameters.set(code, name);
    return name;
  };
  const findFree = (name: string, more = ''): string =>
    [...parameters.values()].includes(name + more) ? findFree(name, `${more}_`) : name + more;
  const writeParameter = ({ name = '', type, ...more }: AbiParameter): string => {
    if (!('components' in more)) return `{ name: '${name}', type: '${type}' } as const`;
    return `{ name: '${name}', type: '${type}', components: [${more.components.map(nameOf).join(', ')}] } as const`;
  };
  const items = abiOf(registry).map((item) => {
    if (item.type === 'event') {
      const inputs = item.inputs.map(({ indexed = false, ...parameter }) => {
        return `{ ...${nameOf(parameter)}, indexed: ${indexed} }`;
      });
      return `{ type: 'event', name: '${item.name}', anonymous: false, inputs: [${inputs.join(', ')}] }`;
    }
    if (item.type === 'error') return `{ type: 'error', name: '${item.name}', inputs: [] }`;
    if (item.type !== 'function') throw new TypeError(`A registry has an item of type ${item.type}.`);
    const { name, stateMutability, inputs, outputs } = item;
    return (
      `{ type: 'function', name: '${name}', stateMutability: '${stateMutability}', ` +
      `inputs: [${inputs.map(nameOf).join(', ')}], outputs: [${outputs.map(nameOf).join(', ')}] }`
    );
  });
  const declared = [...parameters].map(([code, name]) => `const ${name} = ${code};`);
  const [name, about] = NAMES[registry];
  const abi = `/** ${about} */\nexport const ${name} = [\n${items.join(',\n')},\n] as const;`;
  return [FIRST_LINE, ...declared, '', abi].join('\n');
}

const TYPES: Readonly<Record<string, string>> = {
  address: 'Address',
  bytes32: 'Hex',
  uint256: 'bigint',
  bool: 'boolean',
};

/** Writes the call that writes each kind of grant: its name, its arguments and its first four bytes. */
function writeWrites(): string {
  const functions = REGISTRY_IDS.flatMap(abiOf).filter((item) => item.type === 'function');
  const find = (name: string) => {
    const item = functions.find((each) => each.name === name);
    if (!item) throw new TypeError(`No registry has the function ${name}.`);
    return item;
  };
  const ofKinds = REGISTRY_IDS.map((registry) => {
    const names = listKinds(registry).map((kind) => [kind, getKind(registry, kind).write] as const);
    return [registry, names] as const;
  });
  const typed = ofKinds.map(([registry, names]) => {
    const calls = names.map(([kind, name]) => {
      const args = find(name).inputs.map((input) => `${input.name?.replace('_', '')}: ${TYPES[input.type]}`);
      return `${kind}: { name: '${name}'; args: readonly [${args.join(', ')}] };`;
    });
    return `${registry}: {\n${calls.join('\n')}\n};`;
  });
  const all = [
    ...ofKinds.flatMap(([, names]) => names.map(([, name]) => name)),
    ...['revokeAllDelegates', 'revokeDelegate', 'revokeSelf', 'multicall'],
  ];
  const writes = Object.fromEntries(
    ofKinds.map(([registry, names]) => [registry, Object.fromEntries(names)]),
  );
  const selectors = Object.fromEntries(all.map((name) => [name, toFunctionSelector(find(name)).slice(2)]));
  return [
    FIRST_LINE,
    "import type { Address, Hex } from '../hex.ts';",
    '/** The write of each kind of grant. */',
    `export interface Writes {\n${typed.join('\n')}\n}`,
    '',
    `export const WRITES = ${asConst(writes)};`,
    '',
    "/** The first four bytes of the hash of each write's signature. */",
    `export const SELECTORS = ${asConst(selectors)};`,
  ].join('\n');
}
