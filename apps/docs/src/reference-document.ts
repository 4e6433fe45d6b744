/** Shortens the OpenAPI document for the generated pages. The whole document stays at `/openapi.json`. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, ORIGIN, urlOf } from './places.ts';

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const WHOLE = new URL('../../../docs/api/openapi.json', import.meta.url);
const SHORT = new URL('../.astro/openapi.json', import.meta.url);

/** Returns the path of the document. */
export function writeReferenceDocument(): string {
  const document: Document = JSON.parse(readFileSync(WHOLE, 'utf8'));
  const responses = Object.entries(document.components.responses).map(([status, { description }]) => [
    status,
    { description: linkCodes(description) },
  ]);
  const short = {
    ...document,
    servers: [{ url: ORIGIN }],
    // A tag with a description would get a page of its own.
    tags: document.tags.map(({ name }) => ({ name })),
    components: { ...document.components, responses: Object.fromEntries(responses) },
  };
  const file = fileURLToPath(SHORT);
  mkdirSync(dirname(file), { recursive: true });
  // Another build may be reading it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(short));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** All errors have one form, and each code is explained on the page of errors: here they are its links. */
function linkCodes(description: string): string {
  const codes = [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code);
  return codes.map((code) => `[\`${code}\`](${urlOf(ERRORS)}#${code})`).join(', ') || description;
}
