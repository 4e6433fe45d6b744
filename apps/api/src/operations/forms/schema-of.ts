/** Writes forms as the schemas of OpenAPI. */
import { type Form, type Json, ref, SCALARS } from './form.ts';

/** The name that a form has among the schemas, if any. */
export const componentOf = (form: Form) => ('component' in form ? form.component : undefined);

/** Returns the schema of a form: a reference, if it has a name. */
export function schemaOf(form: Form): Json {
  const component = componentOf(form);
  const schema = component === undefined ? wholeSchemaOf(form) : ref(`schemas/${component}`);
  const { sentence: description } = form;
  return { ...schema, ...(description !== undefined && { description }) };
}

/** Returns the schema itself, also of a form that has a name. */
export function wholeSchemaOf(form: Form): Json {
  return { ...unlimited(form), ...form.limits };
}

function unlimited(form: Form): Json {
  switch (form.is) {
    case 'choice':
      return form.values.includes(null) ? { enum: form.values } : { type: 'string', enum: form.values };
    case 'constant':
      return form.value === null ? { type: 'null' } : { const: form.value };
    case 'list':
      return { type: 'array', items: schemaOf(form.item) };
    case 'lines':
      return { type: 'string' };
    case 'orNull':
      return nullable(form.item);
    case 'either':
      return { description: form.about, anyOf: form.forms.map(schemaOf) };
    case 'fields': {
      const { fields, optional, about } = form;
      const properties = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, schemaOf(of)]));
      const required = Object.keys(fields).filter((name) => !optional.includes(name));
      return { type: 'object', description: about, required, properties };
    }
    default:
      return SCALARS[form.is].schema;
  }
}

/** A plain type gets null beside it; anything else becomes one of two. */
function nullable(item: Form): Json {
  const schema = schemaOf(item);
  const isPlain = item.is in SCALARS && 'type' in schema && !('pattern' in schema);
  return isPlain ? { ...schema, type: [schema['type'], 'null'] } : { anyOf: [schema, { type: 'null' }] };
}
