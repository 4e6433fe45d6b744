/** Writes the settings for readers: `docs/operating/configuration.md` and `.env.example`. */
import { chainFields, nodeFields } from './chain-fields.ts';
import { fileNameOf, isRequired, type Setting, type Settings } from './setting.ts';

/** A group of settings with a heading. */
export interface Section {
  readonly title: string;
  readonly settings: Settings;
}

const NOTE = 'Generated from the code by `npm run build:docs`.';

const HOW = `Settings are environment variables. To get started, copy [.env.example](../../.env.example), which has an example of each, to \`.env\`:
\`npm run start:indexer\`, \`npm run start:api\`, \`npm run start:auditor\` and \`npm run keys\` of a clone read it. The environment wins over the file. A process with invalid settings does not start:
it lists what to write instead, and exits with code 2.`;

const SECRETS = `## Secrets

For every secret, \`<NAME>_FILE\` may name a file that contains it, e.g. \`DATABASE_URL_FILE\`. Set one of the two, not both. Secrets are never logged.

In Kubernetes, a service called \`api\` or \`indexer\` sets \`API_PORT\` or \`INDEXER_PORT\` to a URL. Give the service another name, or set
\`enableServiceLinks: false\`.`;

const CHAINS = `## Chains

\`CHAINS\` has one field per chain: the key is the chain's id, and only \`nodes\` is required. The indexer and the API take the same value:

\`\`\`json
{
  "1": {"nodes": ["https://node-a.example", "https://node-b.example"]},
  "8453": {"nodes": ["https://node-c.example"], "maxLagSeconds": 60}
}
\`\`\``;

const NODES = `### Nodes

A node is a URL, or an object with a URL and more fields:

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

\`CHAIN_IDS=1,8453\` reads chains of the catalogue through public nodes, to try the service out. They are slow, and each chain has a single one, so
[nothing notices what it hides](../trust/nodes.md#what-a-single-node-can-still-hide). For answers that matter, name two nodes of different operators in
\`CHAINS\`.`;

export function createSettingsPage(sections: readonly Section[]): string {
  const tables = sections.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      `${setting.about}${setting.secret ? '. A [secret](#secrets)' : ''}`,
      sayDefault(setting),
    ]);
    return `## ${title}\n\n${createTable(['setting', 'what', 'default'], rows)}`;
  });
  const url = 'https://node.example';
  const chains = `${CHAINS}\n\n${createFieldsTable(chainFields, { nodes: [url] })}`;
  const nodes = `${NODES}\n\n${createFieldsTable(nodeFields, { url })}`;
  const parts = ['# Configuration', HOW, ...tables, SECRETS, chains, nodes, PUBLIC_NODES];
  return `<!-- ${NOTE} -->\n${parts.join('\n\n')}\n`;
}

/** Lists the fields of an object. Their defaults come from parsing the smallest example. */
function createFieldsTable(fields: typeof chainFields | typeof nodeFields, smallest: object): string {
  const defaults: Readonly<Record<string, unknown>> = fields.parse(smallest);
  const rows = Object.entries(fields.shape).map(([name, field]) => {
    const { description = '', ['without']: without = `\`${defaults[name]}\`` } = field.meta() ?? {};
    return [`\`${name}\``, description, String(without)];
  });
  return createTable(['field', 'what', 'default'], rows);
}

/** Writes required settings as assignments, and all others as comments with their defaults. */
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
  const head = '# Copy this file to .env, fill in the required settings, and uncomment those you change.';
  return `${head}\n# docs/operating/configuration.md says more. ${NOTE.replaceAll('`', '')}\n\n${parts.join('\n')}`;
}

function sayDefault(setting: Setting): string {
  if (setting.default !== undefined) return `\`${setting.default}\``;
  if (setting.without) return setting.without.means;
  return setting.or ? `required, unless \`${setting.or}\` is set` : 'required';
}

function createTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Removes Markdown syntax. */
function toPlain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Shells and readers of such files take text in single quotes literally. */
function quote(text: string): string {
  return /^[\w:/.,@-]+$/.test(text) ? text : `'${text}'`;
}
