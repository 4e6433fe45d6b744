/** The schemas of answers and bodies: those of the forms that operations name, and of errors. */
import { listWebhookOperations } from '../account/webhooks/webhook-operations.ts';
import { PROBLEM_CODES } from '../http/problems.ts';
import {
  componentOf,
  type Form,
  fields,
  integer,
  type Json,
  listOf,
  OPERATIONS,
  oneOf,
  partsOf,
  text,
  wholeSchemaOf,
} from '../operations/index.ts';

const LINK = { format: 'uri-reference' };
const PROBLEM = fields(
  {
    type: text('The section of this code at /errors', LINK),
    title: text(),
    status: integer(),
    detail: text(),
    instance: text(undefined, LINK),
    code: oneOf(PROBLEM_CODES),
    requestId: text(),
    errors: listOf(fields({ parameter: text(), message: text() }), 'For a 400: every wrong parameter'),
  },
  { component: 'Problem', optional: ['errors'] },
);

const UINT256 = {
  description: 'An exact whole number of up to 78 digits; a decimal string with `numbers=string`.',
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^\\d{1,78}$' },
  ],
};

/** Adds the schema of each form that has a name, of the parts before the whole. */
function addTo(schemas: Map<string, Json>, form: Form): void {
  for (const part of partsOf(form)) addTo(schemas, part);
  const component = componentOf(form);
  if (component !== undefined) schemas.set(component, wholeSchemaOf(form));
}

function listSchemas(): ReadonlyMap<string, Json> {
  const schemas = new Map<string, Json>([['Uint256', UINT256]]);
  for (const { answer, body } of OPERATIONS) {
    for (const form of [...(body ? [body.form] : []), ...Object.values(answer.content)]) addTo(schemas, form);
  }
  for (const [, { answer }] of listWebhookOperations()) if (answer) addTo(schemas, answer);
  addTo(schemas, PROBLEM);
  return schemas;
}

export const SCHEMAS: Json = Object.fromEntries(listSchemas());
