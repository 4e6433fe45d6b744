/**
 * Writes the types and the readers of the SDK from the forms of answers. A reader leaves out a field whose type is written by
 * hand: who calls it reads that field.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Choice, type Fields, type Form, OPERATIONS, partsOf, SCALARS } from '../operations/index.ts';
import { createDomainFiles } from './sdk-domain.ts';

export const SDK = join(import.meta.dirname, '../../../../packages/sdk/src');
export const GENERATED = 'generated';
const FIRST_LINE = '/** Made from apps/api/src/operations by `npm run build:docs`. */';
const MAX_WIDTH = 110;

/** Where the names are that generated code takes from the SDK's own. */
const MODULES: readonly (readonly [module: string, names: readonly string[]])[] = [
  ['../block.ts', ['Block']],
  ['../client/errors.ts', ['ProblemCode']],
  [
    '../client/read-json.ts',
    [
      ...Object.values(SCALARS).map(({ reader }) => reader),
      ...['Read', 'array', 'checked', 'object', 'oneOf', 'orNull'],
    ],
  ],
  ['../hex.ts', ['Address', 'Hex']],
  ['../registries.ts', ['Registry', 'TokenType']],
  ['../rules.ts', ['assertDelegation', 'assertDelegationV1', 'assertExactDelegation', 'assertGrant']],
];
const HOMES = new Map(MODULES.flatMap(([module, names]) => names.map((name) => [name, module])));

type Typed = Choice | Fields;

/** A declaration, and the names that it takes from elsewhere. */
interface Part {
  readonly name: string;
  readonly module: string;
  readonly code: string;
  readonly uses: ReadonlySet<string>;
}

/** Returns the text of each generated file, under its path in the SDK. */
export function createSdkFiles(): ReadonlyMap<string, string> {
  const parts = new Map(listParts().map((part) => [part.name, part]));
  const taken = new Set(listTaken());
  const kept = new Set([...taken].flatMap((name) => parts.get(name) ?? []));
  // A set is walked to its end, which moves: each part that is kept keeps those that it uses.
  for (const { uses } of kept) for (const name of uses) addIfAny(kept, parts.get(name));
  const byModule = Map.groupBy(
    [...parts.values()].filter((part) => kept.has(part)),
    ({ module }) => module,
  );
  const files = [
    ...[...byModule].map(([module, own]) => [module, writeFile(module, own)] as const),
    ...createDomainFiles(),
  ];
  return new Map(files.map(([name, code]) => [`${GENERATED}/${name}`, code]));

  function writeFile(module: string, own: readonly Part[]): string {
    const used = [...new Set(own.flatMap(({ uses }) => [...uses]))];
    const homeOf = (name: string) => HOMES.get(name) ?? `./${parts.get(name)?.module}`;
    const imports = [...Map.groupBy(used, homeOf)]
      .filter(([home]) => home !== `./${module}`)
      .map(([home, names]) => `import { ${names.map(asImport).join(', ')} } from '${home}';`);
    const isShared = ({ name }: Part) =>
      taken.has(name) || [...kept].some((part) => part.module !== module && part.uses.has(name));
    const code = own.map((part) =>
      isShared(part) ? part.code.replace(/^(?=interface |type |const )/m, 'export ') : part.code,
    );
    return [FIRST_LINE, imports.join('\n'), '', code.join('\n\n'), ''].join('\n');
  }
}

function addIfAny<T>(all: Set<T>, one: T | undefined): void {
  if (one !== undefined) all.add(one);
}

const asImport = (name: string) => (/^[A-Z]/.test(name) ? `type ${name}` : name);

/** Lists the names that the SDK's own files import from generated ones. */
function listTaken(): string[] {
  const files = readdirSync(SDK, { recursive: true, encoding: 'utf8' });
  const isOwn = (file: string) => file.endsWith('.ts') && !file.startsWith(GENERATED);
  const imports = files.filter(isOwn).flatMap((file) => {
    const text = readFileSync(join(SDK, file), 'utf8');
    return [...text.matchAll(/^(?:import|export) [^;]*?\{([^}]*)\} from '[^']*\/generated\/[^']*';$/gm)];
  });
  return imports.flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^\s*(?:type )?(\w+).*$/s, '$1').trim()),
  );
}

/** Lists the parts of all forms that have a type. Each is in the file of the first operation that has it. */
function listParts(): Part[] {
  const typed = new Map<string, { readonly form: Typed; readonly module: string }>();
  const bases = new Set<string | null>();
  const add = (form: Form, module: string) => {
    for (const each of partsOf(form)) add(each, module);
    if (form.is === 'fields' && form.base) {
      bases.add(typeNameOf(form.base));
      add(form.base, module);
    }
    const name = typeNameOf(form);
    if (name !== null && isTyped(form) && !form.isByHand && !typed.has(name))
      typed.set(name, { form, module });
  };
  for (const { path, answer } of OPERATIONS) {
    for (const form of Object.values(answer.content)) add(form, `${path.split('/')[1]}.ts`);
  }
  return [...typed].flatMap(([name, { form, module }]) =>
    writeParts(name, form, { module, isBase: bases.has(name) }),
  );
}

const isTyped = (form: Form): form is Typed => form.is === 'choice' || form.is === 'fields';

/** Returns the name of a form's type, if it has one. */
function typeNameOf(form: Form): string | null {
  if (!isTyped(form) && form.is !== 'either') return null;
  const { component = null, type = component } = form;
  return type;
}

/** Writes a type, its reader, and the readers of its fields, which readers of wider types share. */
function writeParts(
  name: string,
  form: Typed,
  { module, isBase }: { readonly module: string; readonly isBase: boolean },
): Part[] {
  const declare = (part: string, write: (use: Use) => string): Part => {
    const uses = new Set<string>();
    const code = write((used) => {
      uses.add(used);
      return used;
    });
    return { name: part, module, code, uses };
  };
  if (form.is === 'choice') {
    return [declare(name, () => `${comment(form.about ?? form.sentence)}type ${name} = ${unionOf(form)};`)];
  }
  const { base, about } = form;
  const rule = ruleOf(form);
  const byHand = namesByHand(form).map((field) => `'${field}'`);
  return [
    declare(name, (use) => {
      const heritage = base ? ` extends ${use(`${typeNameOf(base)}`)}` : '';
      return `${comment(about)}interface ${name}${heritage} {\n${writeFields(form, use)}\n}`;
    }),
    declare(`of${name}`, (use) => `const of${name} = ${writeReaders(form, use)};`),
    declare(`read${name}`, (use) => {
      const result = byHand.length > 0 ? `Omit<${use(name)}, ${byHand.join(' | ')}>` : use(name);
      const read = `${use('object')}<${result}>(${isBase ? use(`of${name}`) : writeReaders(form, use)})`;
      const whole = rule ? `${use('checked')}(${read}, ${use(rule)})` : read;
      return `const read${name}: ${use('Read')}<${result}> = ${whole};`;
    }),
  ];
}

const ruleOf = ({ rule, base }: Fields): string | undefined => rule ?? (base && ruleOf(base));

/** Notes that a name is used, and returns it. */
type Use = (name: string) => string;

const isByHand = (form: Form): boolean =>
  form.is === 'choice' ? false : 'isByHand' in form ? form.isByHand === true : partsOf(form).some(isByHand);

/** Lists the fields whose types are written by hand. */
const namesByHand = ({ fields }: Fields) =>
  Object.keys(fields).filter((name) => isByHand(fields[name] as Form));

/** Returns the fields that a form has beside those of its base. */
const ownFields = ({ fields, base }: Fields) =>
  Object.entries(fields).filter(([name]) => !base || !(name in base.fields));

const writeFields = (form: Fields, use: Use) =>
  ownFields(form)
    .map(([name, of]) => `${comment(of.sentence)}readonly ${name}: ${writeType(of, use)};`)
    .join('\n');

function writeType(form: Form, use: Use): string {
  if (form.is === 'choice') return writeChoice(form, use);
  const name = typeNameOf(form);
  if (name !== null) return use(name);
  if (form.is === 'list') return `(${writeType(form.item, use)})[]`;
  if (form.is === 'orNull') return `${writeType(form.item, use)} | null`;
  if (form.is === 'fields') return writeInline(form, use);
  if (!(form.is in SCALARS))
    throw new TypeError(`${form.is} needs a type of the SDK that is written by hand.`);
  const { type } = SCALARS[form.is as keyof typeof SCALARS];
  return /^[A-Z]/.test(type) ? use(type) : type;
}

function writeChoice(form: Choice, use: Use): string {
  const name = typeNameOf(form);
  if (name === null) return unionOf(form);
  const others = `${form.isOpen ? ' | (string & {})' : ''}${form.values.includes(null) ? ' | null' : ''}`;
  return use(name) + others;
}

function writeInline(form: Fields, use: Use): string {
  const own = ownFields(form).map(([field, of]) => `readonly ${field}: ${writeType(of, use)}`);
  const base = form.base ? `${use(`${typeNameOf(form.base)}`)} & ` : '';
  return `(${base}{ ${own.join('; ')} })`;
}

function writeReaders(form: Fields, use: Use): string {
  const spread = form.base ? [`...${use(`of${typeNameOf(form.base)}`)}`] : [];
  const own = ownFields(form)
    .filter(([, of]) => !isByHand(of))
    .map(([name, of]) => `${name}: ${writeReader(of, use)}`);
  return `{ ${[...spread, ...own].join(', ')} }`;
}

function writeReader(form: Form, use: Use): string {
  if (form.is === 'choice') {
    const values = form.values.filter((value) => value !== null).map((value) => `'${value}'`);
    const read = form.isOpen ? use('text') : `${use('oneOf')}([${values.join(', ')}])`;
    return form.values.includes(null) ? `${use('orNull')}(${read})` : read;
  }
  if (form.is === 'list') return `${use('array')}(${writeReader(form.item, use)})`;
  if (form.is === 'orNull') return `${use('orNull')}(${writeReader(form.item, use)})`;
  if (form.is !== 'fields') return use(SCALARS[form.is as keyof typeof SCALARS].reader);
  const name = typeNameOf(form);
  if (name !== null) return use(`read${name}`);
  const type = form.base ? `<${writeInline(form, use)}>` : '';
  return `${use('object')}${type}(${writeReaders(form, use)})`;
}

const unionOf = ({ values }: Choice) =>
  values.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');

/** Writes a comment before a declaration, in lines that are not too long. */
function comment(sentence: string | undefined): string {
  if (sentence === undefined) return '';
  const text = `${sentence.replace(/\.$/, '')}.`;
  if (text.length + '  /**  */'.length <= MAX_WIDTH) return `/** ${text} */\n`;
  const lines = text.match(new RegExp(`.{1,${MAX_WIDTH - '   * '.length}}(?: |$)`, 'g')) ?? [];
  return ['/**', ...lines.map((line) => ` * ${line.trimEnd()}`), ' */\n'].join('\n');
}
