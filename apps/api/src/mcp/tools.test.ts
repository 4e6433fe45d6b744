import { expect, test } from 'vitest';
import { OPERATIONS } from '../operations/index.ts';
import { INSTRUCTIONS, TOOLS } from './tools.ts';

const tools = [...TOOLS.values()];
const listed = tools.map((tool) => tool.listed);

test('every operation that reads is a tool, but for files, proofs of audits, the past of the service and health', () => {
  const others = OPERATIONS.map(({ id }) => id).filter((id) => !TOOLS.has(id));
  expect(others.toSorted()).toEqual([
    'batch',
    'checkTokens',
    'getAudit',
    'getAuditKey',
    'getAuditReport',
    'getEligibilityOfMany',
    'getHealth',
    'getStatusHistory',
    'scoreVotes',
    'snapshot',
  ]);
  for (const { operation } of tools) expect(operation.method).toBe('GET');
});

test('every tool about delegations carries the three rules, in few words', () => {
  for (const { name, description } of listed) {
    expect(description, name).toContain('is not "no"');
    expect(description.length, name).toBeLessThanOrEqual(400);
    if (name === 'getStatus' || name === 'getNetworks') continue;
    expect(description, name).toContain(
      '`from` is the vault that gives, `to` the delegate that acts; A→B never means B→A.',
    );
    expect(description, name).toContain('The vault is the person');
  }
  for (const rule of ['Direction', 'Unknown is not no', 'The vault is the person'])
    expect(INSTRUCTIONS).toContain(rule);
});

test('every tool only reads', () => {
  for (const { annotations } of listed)
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('both wallets have the same names in every check', () => {
  const checks = tools.filter(({ operation }) => operation.id.includes('Check'));
  expect(checks.length).toBeGreaterThan(7);
  for (const { listed } of checks) {
    const { properties, required } = listed.inputSchema as unknown as {
      properties: Record<string, { type: string }>;
      required: string[];
    };
    expect(required).toEqual(expect.arrayContaining(['to', 'from']));
    expect(Object.keys(properties)).not.toContain('delegate');
    expect(Object.keys(properties)).not.toContain('vault');
    expect(listed.description).not.toMatch(/`(?:delegate|vault)`/);
  }
});

test('arguments have a type and a description, and no name of another is allowed', () => {
  for (const { name, inputSchema } of listed) {
    expect(inputSchema['additionalProperties']).toBe(false);
    for (const [argument, schema] of Object.entries(inputSchema['properties'] as object)) {
      expect(schema, `${name} ${argument}`).toMatchObject({ type: expect.any(String) });
      expect(schema.description.length, `${name} ${argument}`).toBeGreaterThan(10);
      expect(schema.description.length, `${name} ${argument}`).toBeLessThan(180);
    }
  }
});

test('the whole list is short enough to be read before each conversation', () => {
  expect(JSON.stringify(listed).length).toBeLessThan(32_000);
});

test('answers are explained, in pages, and without numbers that lose digits', () => {
  expect(TOOLS.get('v2CheckErc721')?.defaults).toEqual({ numbers: 'string', explain: 'true' });
  expect(TOOLS.get('v2List')?.defaults).toEqual({ numbers: 'string', limit: '20' });
  expect(TOOLS.get('getNetworks')?.defaults).toEqual({});
});
