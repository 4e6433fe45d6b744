/** The settings for readers: a page of the documentation, and a file to begin with. */
import { chainFields, nodeFields } from './chain-fields.ts';
import { fileNameOf, isRequired, type Setting, type Settings } from './setting.ts';

/** Settings that belong together, under a heading. */
export interface Section {
  readonly title: string;
  readonly settings: Settings;
}

const NOTE = 'Made from the code by `npm run build:docs`.';

const HOW = `Settings are environment variables. To begin with, copy [.env.example](../.env.example) to \`.env\` and fill it in; then

\`\`\`sh
set -a; . ./.env; set +a
npm run start:api
\`\`\`

A setting that is empty is not set. A process with wrong settings does not start: it names all of them and what to write
instead, and ends with code 2. A variable whose name is one slip away from a setting that is not set, like \`DATABSE_URL\`, is
named in that message, or else in a warning at the start; it never keeps a process from starting, as it may be somebody else's.`;

const SECRETS = `## Secrets

Of every secret, \`<NAME>_FILE\` may name a file that holds it, as secrets come to containers: \`DATABASE_URL_FILE\`,
\`CHAINS_FILE\` and so on. White space around it is left out. Set one of the two, not both. What a secret says is never logged,
and no message about wrong settings repeats what was written.

In Kubernetes, a service called \`api\` or \`indexer\` sets \`API_PORT\` or \`INDEXER_PORT\` to a URL in every pod beside it. Call
it something else, or set \`enableServiceLinks: false\`.`;

const CHAINS = `## Chains

\`CHAINS\` has a field for each chain, its id, with nothing but nodes being required of it; indexer and API take the same:

\`\`\`json
{
  "1": {"nodes": ["https://node-a.example", "https://node-b.example"]},
  "8453": {"nodes": ["https://node-c.example"], "maxLagSeconds": 60}
}
\`\`\``;

const NODES = `### Nodes

A node is a URL, or an object with a URL and what else there is to say about it:

\`\`\`json
{
  "1": {
    "nodes": [
      "https://node-a.example",
      {"url": "https://node-b.example/v2/key", "label": "provider-b", "callsPerMonth": 30000000},
      {"url": "https://archive.example", "label": "archive", "stateOnly": true}
    ]
  }
}
\`\`\``;

const PUBLIC_NODES = `## Public nodes

\`CHAIN_IDS=1,8453\` asks chains of the catalogue through the node that is published for anyone to use. That is enough to
try it out: such nodes are slow and limit how much is asked, and each chain has a single one, so that what it hides or makes up
is seen by nobody ([what a node is held to](indexing.md#what-a-node-is-held-to)). Both apps say so at their start. For answers that
something depends on, name two nodes or more of different operators in \`CHAINS\`.`;

export function createSettingsPage(sections: readonly Section[]): string {
  const tables = sections.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      `${setting.about}${setting.secret ? '. A [secret](#secrets)' : ''}`,
      sayDefault(setting),
      `\`${setting.example}\``,
    ]);
    return `## ${title}\n\n${createTable(['setting', 'what', 'default', 'example'], rows)}`;
  });
  const url = 'https://node.example';
  const chains = `${CHAINS}\n\n${createFieldsTable(chainFields, { nodes: [url] })}`;
  const nodes = `${NODES}\n\n${createFieldsTable(nodeFields, { url })}`;
  const parts = ['# Configuration', HOW, ...tables, SECRETS, chains, nodes, PUBLIC_NODES];
  return `<!-- ${NOTE} -->\n${parts.join('\n\n')}\n`;
}

/** Lists the fields of an object, with their defaults as parsing the smallest example shows them. */
function createFieldsTable(fields: typeof chainFields | typeof nodeFields, smallest: object): string {
  const defaults: Readonly<Record<string, unknown>> = fields.parse(smallest);
  const rows = Object.entries(fields.shape).map(([name, field]) => {
    const { description = '', ['without']: without = `\`${defaults[name]}\`` } = field.meta() ?? {};
    return [`\`${name}\``, description, String(without)];
  });
  return createTable(['field', 'what', 'default'], rows);
}

/** What has to be set is there to be filled in; all else is a comment that says what holds without it. */
export function createSettingsExample(sections: readonly Section[]): string {
  const parts = sections.map(({ title, settings }) => {
    const entries = Object.entries(settings).map(([name, setting]) => {
      const lines = [
        `${toPlain(setting.about)}.`,
        `${isRequired(setting) ? '' : 'Default: '}${toPlain(sayDefault(setting))}.`,
        ...(setting.secret ? [`A secret: ${fileNameOf(name)} may name a file that holds it instead.`] : []),
      ];
      const assignment = `${name}=${quote(setting.example)}`;
      const comments = lines.map((line) => `# ${capitalize(line)}`).join('\n');
      return `${comments}\n${isRequired(setting) ? assignment : `#${assignment}`}\n`;
    });
    return `## ${title}\n\n${entries.join('\n')}`;
  });
  const head = '# Copy this file to .env, fill in what has to be set, and uncomment what you change.';
  return `${head}\n# docs/configuration.md says more. ${NOTE.replaceAll('`', '')}\n\n${parts.join('\n')}`;
}

function sayDefault(setting: Setting): string {
  if (setting.default !== undefined) return `\`${setting.default}\``;
  if (setting.without) return setting.without.means;
  return setting.or ? `required, unless \`${setting.or}\` is set` : 'required';
}

function createTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Without what only Markdown needs. */
function toPlain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Shells and readers of such files take what stands in single quotes as it is. */
function quote(text: string): string {
  return /^[\w:/.,@-]+$/.test(text) ? text : `'${text}'`;
}
