/** Finds the small changes of a file that a test should notice. */
import { parseAst } from 'rolldown/parseAst';

/**
 * Replaces the text from `start` to `end`: an expression, a statement (`after` is empty), or an insertion at `start`.
 * A round is no mutant: a loop begins there.
 */
export interface Change {
  readonly kind: 'expression' | 'statement' | 'insertion' | 'round';
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
};
const SWAPPED_CALLS = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['min', 'max'],
  ['max', 'min'],
]);
/** Nodes of types that have an expression in them. Other nodes of types have none. */
const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'];
/** No test reads a log or the wording of an error. */
const LOGGED = /^(await )?(this\.)?#?(log|logger|\w+\.log)\??\.\w+\(/;

export function findMutants(code: string): readonly Change[] {
  const found: Change[] = [];
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node, code, found);
  return found;
}

function visit(node: Node, code: string, found: Change[]): void {
  if (node.type.startsWith('TS') && !TYPED.includes(node.type)) return;
  if (/^(Import|ExportAll)/.test(node.type)) return;
  found.push(...changesOf(node, code));
  for (const [key, value] of Object.entries(node)) {
    if (isName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, code, found);
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Keys of objects, what exports come from, and the names and texts of errors. */
function isName(node: Node, key: string): boolean {
  if (key === 'key') return node['computed'] !== true;
  if (key === 'value') return node.type === 'PropertyDefinition' && (node['key'] as Node)['name'] === 'name';
  const callee = node['callee'] as Node | undefined;
  const isOfError = callee?.type === 'Super' || /Error$/.test(String(callee?.['name']));
  return key === 'source' || (key === 'arguments' && isOfError);
}

function changesOf(node: Node, code: string): readonly Change[] {
  const text = (of: unknown) => code.slice((of as Node).start, (of as Node).end);
  const expression = (after: string, at: Node = node): Change => {
    return { kind: 'expression', start: at.start, end: at.end, after };
  };
  const removed: Change = { kind: 'statement', start: node.start, end: node.end, after: '' };
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return swapOperator(node, text).map((after) => expression(after));
    case 'UnaryExpression':
      return ['!', '-'].includes(String(node['operator'])) ? [expression(text(node['argument']))] : [];
    case 'UpdateExpression': {
      const operator = String(node['operator']);
      return [expression(text(node).replace(operator, operator === '++' ? '--' : '++'))];
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node['test'] as Node, text).map((after) => expression(after, node['test'] as Node));
    case 'WhileStatement':
      return [expression('false', node['test'] as Node), ...countRounds(node)];
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForOfStatement':
      return countRounds(node);
    case 'ThrowStatement':
      return [removed];
    case 'ExpressionStatement':
      return isDirective(node) || LOGGED.test(text(node)) ? [] : [removed];
    case 'Literal':
      return otherLiteral(node['value']).map((after) => expression(after));
    case 'ArrayExpression':
      return (node['elements'] as unknown[]).length > 0 ? [expression('[]')] : [];
    case 'SpreadElement':
      return [expression('[]', node['argument'] as Node)];
    case 'CallExpression':
      return swapCall(node, text).map((after) => expression(after));
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return leaveEarly(node);
    default:
      return [];
  }
}

function swapOperator(node: Node, text: (of: unknown) => string): readonly string[] {
  const [operator, left, right] = [String(node['operator']), node['left'] as Node, node['right'] as Node];
  if (operator === '??') return [text(left)];
  const swapped = SWAPPED[operator];
  const isText = [left, right].some(
    (side) => side.type === 'TemplateLiteral' || typeof side['value'] === 'string',
  );
  if (!swapped || (operator === '+' && isText)) return [];
  return [`${text(left)} ${swapped} ${text(right)}`];
}

/** Swapping the operator of an equality, or removing a `!`, negates it already. */
function negate(test: Node, text: (of: unknown) => string): readonly string[] {
  const isNegatedAlready = ['===', '!==', '!'].includes(String(test['operator']));
  return isNegatedAlready ? [] : [`!(${text(test)})`];
}

function swapCall(node: Node, text: (of: unknown) => string): readonly string[] {
  const callee = node['callee'] as Node;
  const property = callee['property'] as Node | undefined;
  const swapped =
    callee.type === 'MemberExpression' ? SWAPPED_CALLS.get(String(property?.['name'])) : undefined;
  if (!swapped || !property || text(node).includes('?.')) return [];
  const at = property.start - node.start;
  return [text(node).slice(0, at) + swapped + text(node).slice(at + property.end - property.start)];
}

function isDirective(node: Node): boolean {
  const expression = node['expression'] as Node;
  return (
    typeof node['directive'] === 'string' || (expression['callee'] as Node | undefined)?.type === 'Super'
  );
}

function otherLiteral(value: unknown): readonly string[] {
  if (typeof value === 'number') return [value === 1 ? '0' : `${value + 1}`];
  if (typeof value === 'bigint') return [value === 1n ? '0n' : `${value + 1n}n`];
  if (typeof value === 'boolean') return [`${!value}`];
  if (typeof value === 'string') return [value === '' ? "'mutant'" : "''"];
  return [];
}

function countRounds(node: Node): readonly Change[] {
  const { type, start, end } = node['body'] as Node;
  const inside = type === 'BlockStatement' ? { start: start + 1, end: start + 1 } : { start, end };
  return [{ kind: 'round', ...inside, after: '' }];
}

/** Returns `undefined` at once. */
function leaveEarly(node: Node): readonly Change[] {
  const body = node['body'] as Node | null;
  if (!body) return [];
  if (body.type !== 'BlockStatement') {
    return [{ kind: 'expression', start: body.start, end: body.end, after: 'undefined' }];
  }
  if ((body['body'] as Node[]).length === 0) return [];
  return [{ kind: 'insertion', start: body.start + 1, end: body.start + 1, after: 'return;' }];
}
