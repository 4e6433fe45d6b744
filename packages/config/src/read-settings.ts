/** Reads settings from the environment. Reports all problems at once, and never repeats a value. */
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { findNearMisses } from './near-miss.ts';
import { fileNameOf, isRequired, type Setting, type Settings, type Values } from './setting.ts';

export interface ReadSettings<T extends Settings> {
  readonly values: Values<T>;
  /** Messages for the operator that do not prevent a start. To be logged at the start. */
  readonly warnings: readonly string[];
}

export function readSettings<T extends Settings>(
  settings: T,
  environment: NodeJS.ProcessEnv,
): ReadSettings<T> {
  const isSet = (name: string | undefined) =>
    name !== undefined && isGiven(name, settings[name], environment);
  const read = Object.entries(settings).map(([name, setting]) => {
    if (isSet(name) && isSet(setting.or) && isRequired(setting))
      return { name, problems: [`${name} and ${setting.or} are both set. Keep one.`] };
    if (isSet(name)) return { name, ...readGiven(name, setting, environment) };
    if (isRequired(setting) && !isSet(setting.or))
      return { name, problems: [`${name} is not set. ${sayHowToSet(name, setting)}`] };
    return { name, value: valueWithout(setting) };
  });
  const missing = Object.entries(settings).filter(([name, { or }]) => !isSet(name) && !isSet(or));
  const slips = findNearMisses(
    missing.flatMap(([name, { secret }]) => (secret ? [name, fileNameOf(name)] : [name])),
    environment,
  ).map(({ written, meant }) => `${written} is set but is not a setting. Did you mean ${meant}?`);
  const problems = read.flatMap((one) => one.problems ?? []);
  if (problems.length > 0)
    throw new ConfigError(['These settings are not valid:', ...problems, ...slips].join('\n  '));
  return {
    values: Object.fromEntries(read.map(({ name, value }) => [name, value])) as Values<T>,
    warnings: [...read.flatMap(({ warning }) => warning ?? []), ...slips],
  };
}

interface Read {
  readonly value?: unknown;
  readonly warning?: string | undefined;
  readonly problems?: readonly string[];
}

/** An empty setting counts as not set, so that a template can leave it empty. */
function isGiven(name: string, setting: Setting | undefined, environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment[name] || (setting?.secret && environment[fileNameOf(name)]));
}

function readGiven(name: string, setting: Setting, environment: NodeJS.ProcessEnv): Read {
  const { text, origin = name, problem } = findText(name, setting, environment);
  if (problem !== undefined) return { problems: [problem] };
  const { success, data, error } = setting.type.safeParse(text);
  if (!success) return { problems: error.issues.map(({ message }) => `${origin} ${message}`) };
  return { value: data, warning: setting.warn?.(data) };
}

interface Text {
  readonly text?: string;
  readonly origin?: string;
  readonly problem?: string;
}

function findText(name: string, { secret }: Setting, environment: NodeJS.ProcessEnv): Text {
  const fileName = fileNameOf(name);
  const inline = environment[name];
  const path = secret ? environment[fileName] : undefined;
  if (!path) return { text: inline ?? '' };
  if (inline) return { problem: `${name} and ${fileName} are both set. Keep one.` };
  // If someone writes the secret itself instead of its file's path, it must not get into a log.
  if (!PATH.test(path))
    return { problem: `${fileName} must be the path of a file, like /run/secrets/${name}.` };
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text) return { text, origin: `The content of ${fileName}` };
    return { problem: `${fileName} names an empty file, ${path}. Write ${name} into it.` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const next = NEXT_STEPS[code] ?? 'Name a file that this process may read.';
    return { problem: `${fileName} names a file that can't be read, ${path} (${code}). ${next}` };
  }
}

/** Every secret has a colon, or has neither a slash nor a dot. */
const PATH = /^[^:]*[./][^:]*$/;

const NEXT_STEPS: Readonly<Record<string, string>> = {
  ENOENT: 'Create it, or correct the path.',
  EACCES: 'Let the user that this process runs as read it.',
  EISDIR: 'Name a file in this folder.',
};

function sayHowToSet(name: string, { example, secret, or }: Setting): string {
  const ways = [
    `Write it like ${example}`,
    ...(secret ? [`name a file that holds it in ${fileNameOf(name)}`] : []),
    ...(or ? [`set ${or}`] : []),
  ];
  return `${ways.join(', or ')}.`;
}

function valueWithout(setting: Setting): unknown {
  if (setting.default !== undefined) return setting.type.parse(setting.default);
  return setting.without ? setting.without.value : null;
}
