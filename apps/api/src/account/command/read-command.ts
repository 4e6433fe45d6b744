/** Reads a command, and reports everything wrong with it before the database is asked. */
import { ConfigError } from '@mandate/config';
import type { KeyKind, KeyStore } from '@mandate/store';
import { issueKey } from '../../access/keys/issue-key.ts';
import type { Pepper } from '../../access/keys/pepper.ts';
import { assertFits, isForUrl } from '../key-fields.ts';
import { presentEvents } from './event-list.ts';
import { presentKeys } from './key-list.ts';
import {
  OPTIONS,
  type Options,
  readExpiry,
  readId,
  readName,
  readOverlap,
  readOwner,
  readRules,
} from './read-options.ts';

/** Returns the text to print. */
type Work = (keys: KeyStore, peppers: readonly Pepper[]) => Promise<string>;

const RULES = ['origin', 'operations', 'chains', 'ceiling', 'visitor-ceiling'] as const;
const COMMANDS: Readonly<
  Record<string, { takes: readonly (keyof Options)[]; id?: true; read: typeof readList }>
> = {
  create: { takes: ['name', 'owner', 'expires', 'publishable', ...RULES], read: readCreate },
  list: { takes: ['owner'], read: readList },
  change: { takes: ['name', ...RULES], id: true, read: readChange },
  rotate: { takes: ['overlap'], id: true, read: readRotate },
  revoke: { takes: [], id: true, read: readRevoke },
  log: { takes: ['owner'], read: readLog },
};
const LOG_EVENTS = 50;
const SHOWN_ONCE = 'It is shown only this once: store it now.';

export function readCommand([name, ...rest]: readonly string[], options: Options): Work {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || !command)
    throw new ConfigError(name ? `There is no command "${name}".` : 'The command is missing.');
  const [surplus] = rest.slice(command.id ? 1 : 0);
  if (surplus !== undefined) throw new ConfigError(`"${surplus}" is not expected. Leave it out.`);
  for (const option of Object.keys(OPTIONS) as (keyof Options)[]) {
    if (options[option] && !command.takes.includes(option))
      throw new ConfigError(`${name} has no option --${option}. Leave it out.`);
  }
  return command.read(options, command.id ? readId(rest[0], name) : 0);
}

function readCreate(options: Options): Work {
  const kind: KeyKind = options.publishable ? 'publishable' : 'secret';
  const { origins = [], ...rules } = readRules(options);
  const details = {
    name: readName(options.name),
    owner: options.owner === undefined ? null : readOwner(options.owner),
    expiresAt: readExpiry(options.expires),
    ...rules,
    kind,
    origins,
  };
  if (kind === 'publishable' && origins.length === 0 && !isForUrl(rules))
    throw new ConfigError('--origin is missing: name the origin of a page, e.g. https://app.example.com.');
  assertFits(kind, details);
  return async (keys, peppers) => {
    const { key, ...fields } = issueKey(peppers, kind);
    const { id } = await keys.create({ ...fields, ...details });
    return `${key}\n\nThis is key ${id}. ${SHOWN_ONCE}`;
  };
}

function readList({ owner: text }: Options, _id: number): Work {
  const owner = text === undefined ? undefined : readOwner(text);
  return async (keys) => {
    const found = await keys.list(owner === undefined ? {} : { owner });
    return found.length > 0 ? presentKeys(found, new Date()) : 'There are no keys.';
  };
}

function readChange({ name, ...options }: Options, id: number): Work {
  const change = { ...readRules(options), ...(name === undefined ? {} : { name: readName(name) }) };
  if (Object.keys(change).length === 0) throw new ConfigError('change needs a rule or --name.');
  return async (keys) => {
    const { kind, ...rules } = await getKey(keys, id);
    assertFits(kind, { ...rules, ...change });
    if (!(await keys.change(id, undefined, change))) throw noKey(id);
    return `Key ${id} is changed. Every process follows within five seconds.`;
  };
}

function readRotate({ overlap }: Options, id: number): Work {
  const { ms, text } = readOverlap(overlap);
  return async (keys, peppers) => {
    const { key, ...fields } = issueKey(peppers, (await getKey(keys, id)).kind);
    const next = await keys.rotate(id, undefined, fields, ms);
    if (!next) throw noKey(id);
    const end = ms === 0 ? 'is refused within five seconds' : `works for ${text} more`;
    return `${key}\n\nThis is key ${next.id}. ${SHOWN_ONCE} Key ${id} ${end}.`;
  };
}

function readRevoke(_: Options, id: number): Work {
  return async (keys) => {
    if (!(await keys.revoke(id))) throw noKey(id);
    return `Key ${id} is revoked. Every process refuses it within five seconds.`;
  };
}

function readLog({ owner: text }: Options): Work {
  const owner = text === undefined ? undefined : readOwner(text);
  return async (keys) => {
    const events = await keys.listEvents(owner === undefined ? {} : { owner }, LOG_EVENTS);
    return events.length > 0 ? presentEvents(events) : 'There are no changes.';
  };
}

async function getKey(keys: KeyStore, id: number) {
  const key = (await keys.list()).find((one) => one.id === id);
  if (!key) throw noKey(id);
  return key;
}

const noKey = (id: number) => new Error(`There is no active key ${id}. Run list to see the keys.`);
