/** Creates the reference for readers, as Markdown: every operation with its parameters and a real answer. */
import { listWebhookOperations, type WebhookOperation } from '../account/webhooks/webhook-operations.ts';
import { type Json, OPERATIONS, type Operation } from '../operations/index.ts';
import { explain, numbers, WHEN } from '../request/parameters.ts';
import type { Parameter } from '../request/read-parameters.ts';
import { describeParameter, EXAMPLES, HEADERS, LIMIT_HEADERS, pathOf } from './openapi.ts';
import { bodyOf, webhookPathOf } from './webhooks.ts';

const SECTIONS = { v2: 'Registry v2', v1: 'Registry v1', beyond: 'All registries', service: 'Service' };
/** These parameters mean the same in every operation, so they are described once. */
const SHARED: readonly Parameter[] = [numbers, explain, ...Object.values(WHEN)];
const FORMS = new Map([
  ['^0[xX][0-9a-fA-F]{40}$', 'address'],
  ['^0[xX][0-9a-fA-F]{64}$', 'bytes32'],
  ['^(?:|0[xX][0-9a-fA-F]{64})$', 'bytes32'],
  ['^(?:\\d{1,78}|0[xX][0-9a-fA-F]{1,64})$', 'uint256'],
]);
const WEBHOOKS = `## Webhooks

[Replace your polling](../guides/webhooks.md) explains them. They take a secret key without limits in \`X-API-KEY\`, and are there if the operator switched
[webhooks](../operating/operations.md#webhooks) on.`;
const INTRODUCTION = `<!-- Made from apps/api/src/operations by \`npm run build:docs\`. -->
# API reference

Paths are relative to your service, e.g. \`http://127.0.0.1:8080\`. \`from\` (or \`vault\`) is the cold wallet that gives a delegation;
\`to\` (or \`delegate\`) is the hot wallet that may act for it. Parameter names are case-sensitive. A key is optional: the header
\`X-API-KEY\` carries it, and it removes the request limit.

A missing delegation is not an error: the answer is 200 with \`false\`, \`0\` or \`[]\`. A 503 means that the answer is not known now;
never read it as "no". [Errors](../errors.md) lists every error and what to do next. [openapi.json](openapi.json) describes every
field of every answer. The examples are real answers of a small service.`;

export function createReference(): string {
  const links = OPERATIONS.map((operation) => linkTo(operation, pathOf(operation)));
  const sections = Object.entries(SECTIONS).flatMap(([tag, title]) => [
    `## ${title}`,
    ...OPERATIONS.filter((operation) => operation.tag === tag).map(describeOperation),
  ]);
  const webhooks = listWebhookOperations().map(([, operation]) => operation);
  const headers = Object.entries({ ...HEADERS, ...LIMIT_HEADERS });
  const rows = headers.map(([name, { description }]) => [`\`${name}\``, `${description}`]);
  const parts = [
    INTRODUCTION,
    writeTable(
      ['operation', 'request'],
      [...links, ...webhooks.map((operation) => linkTo(operation, webhookPathOf(operation)))],
    ),
    ...sections,
    WEBHOOKS,
    ...webhooks.map(describeWebhook),
    '## Shared parameters\n\nSend at most one of `blockTag`, `atBlock`, `atTime` and `consistency`.',
    writeParameters(SHARED),
    '## Response headers',
    writeTable(['header', 'meaning'], rows),
  ];
  return `${parts.join('\n\n')}\n`;
}

function linkTo({ method, summary }: Pick<Operation | WebhookOperation, 'method' | 'summary'>, path: string) {
  const anchor = summary.toLowerCase().replaceAll(/[^\w -]/g, '');
  return [`[${summary}](#${anchor.replaceAll(' ', '-')})`, `\`${method} ${path}\``];
}

function describeWebhook(operation: WebhookOperation): string {
  const { method, summary, description } = operation;
  const { properties = {}, required = [] } = bodyOf(operation) ?? {};
  const rows = Object.entries(properties).map(([name, schema]) => [
    ...[
      `\`${name}\``,
      required.includes(name) ? 'yes' : 'no',
      writeForm(schema),
      `${schema['description'] ?? ''}`,
    ],
  ]);
  const parts = [
    `### ${summary}\n\n\`${method} ${webhookPathOf(operation)}\`\n\n${description}`,
    rows.length > 0 &&
      writeTable([method === 'GET' ? 'parameter' : 'field', 'required', 'form', 'meaning'], rows),
    '[Errors](../errors.md)',
  ];
  return parts.filter(Boolean).join('\n\n');
}

function describeOperation(operation: Operation): string {
  const { id, method, summary, description, parameters, answer } = operation;
  const taken = Object.values(parameters);
  const own = taken.filter((parameter) => !SHARED.includes(parameter));
  const shared = taken.filter((parameter) => SHARED.includes(parameter));
  const names = shared.map(({ name }) => `\`${name}\``).join(', ');
  const { path = '', json, body } = EXAMPLES[id] ?? {};
  const query = path.replace('?', '\n  ?').replaceAll('&', '\n  &');
  const sent = json ? `\n\n${JSON.stringify(json, null, 2)}` : '';
  const shown = typeof body === 'string' ? body.trimEnd() : JSON.stringify(body, null, 2);
  const isOfBlock = answer.headers?.includes('X-Block-Number');
  const parts = [
    `### ${summary}\n\n\`${method} ${pathOf(operation)}\`\n\n${description}`,
    own.length > 0 && writeParameters(own),
    names && `It also takes the [shared parameters](#shared-parameters) ${names}.`,
    `\`\`\`http\n${method} ${query}${sent}\n\`\`\`\n\n\`\`\`json\n${shown}\n\`\`\``,
    `${isOfBlock ? 'The [headers](#response-headers) name the block of the answer. ' : ''}[Errors](../errors.md)`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

function writeParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map((parameter) => {
    const { name, required, schema, description } = describeParameter(parameter);
    return [`\`${name}\``, required ? 'yes' : 'no', writeForm(schema), description];
  });
  return writeTable(['parameter', 'required', 'form', 'meaning'], rows);
}

function writeForm({ type, pattern, enum: values, default: usual, ...more }: Json): string {
  const { minimum, maximum, items, anyOf, maxItems, format } = more;
  const range = `${minimum === undefined ? '' : ` ≥ ${minimum}`}${maximum === undefined ? '' : `, ≤ ${maximum}`}`;
  const listed = Array.isArray(values) && values.map((value) => `\`${value}\``).join(', ');
  const list = items ? `list of ${writeForm(items as Json)}; at most ${maxItems}` : '';
  const either = Array.isArray(anyOf) && anyOf.map(writeForm).join(', or ');
  const form =
    listed ||
    either ||
    list ||
    FORMS.get(`${pattern}`) ||
    `${format === 'date-time' ? 'time' : type}${range}`;
  return usual === undefined ? form : `${form}; default \`${usual}\``;
}

const writeTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
