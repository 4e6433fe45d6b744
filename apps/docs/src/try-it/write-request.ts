/** Writes what a form asks as a request, and as a command. */

export interface FilledForm {
  readonly method: string;
  /** Such as `/registry/v2/{wallet}`. */
  readonly path: string;
  /** The values of all fields, under their names. Empty ones are not sent. */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export function writeUrl(origin: string, { path, fields }: FilledForm): string {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''));
  const query = Object.entries(fields).filter(([name, value]) => value !== '' && !inPath.has(name));
  const text = new URLSearchParams(query).toString();
  return `${origin}${filled}${text && `?${text}`}`;
}

export function writeCurl(origin: string, asked: FilledForm): string {
  const url = quote(writeUrl(origin, asked));
  if (asked.body === null) return `curl -i ${url}`;
  const type = "-H 'Content-Type: application/json'";
  return `curl -i -X ${asked.method} ${url} \\\n  ${type} \\\n  -d ${quote(asked.body)}`;
}

/** Writes an argument of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
