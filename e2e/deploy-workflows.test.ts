/** What runs with rights of ours on machines that are not ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  readonly permissions: Record<string, string>;
  readonly concurrency?: unknown;
  readonly jobs: Record<string, Job>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Record<string, string>;
  readonly steps: readonly {
    readonly run?: string;
    readonly with?: Record<string, unknown>;
    uses?: string;
  }[];
}

const FOLDER = '.github/workflows';

// GitHub's own parser imports JSON without saying that it is.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);

/** What GitHub would say of it. */
async function listProblems(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const workflow: Workflow = parse(text);
  const jobs = Object.entries(workflow.jobs);

  test('is one', async () => {
    expect(await listProblems(name, text)).toEqual([]);
    expect(await listProblems(name, text.replace('timeout-minutes', 'timeout-minute'))).not.toEqual([]);
  });

  test('names every action by its commit, with the version behind it', () => {
    const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may read, and each job no more than it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [id, { permissions = {} }] of jobs) expect(permissions['contents'] ?? 'read', id).toBe('read');
    for (const [id, { steps }] of jobs) {
      const checkout = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const step of checkout) expect(step.with, id).toEqual({ 'persist-credentials': false });
    }
  });

  test('ends by itself, and does not run twice at once', () => {
    expect(workflow.concurrency).toBeDefined();
    for (const [id, job] of jobs) expect(job['timeout-minutes'], id).toBeLessThanOrEqual(60);
  });

  test('puts nothing that others write into a command', () => {
    for (const [id, { steps }] of jobs)
      for (const { run = '' } of steps) expect(run, id).not.toContain('${{');
  });
});
