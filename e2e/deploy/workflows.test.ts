/** Tests the permissions and steps of the GitHub workflows. */
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
  readonly needs?: string | readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Record<string, string>;
  readonly steps: readonly {
    readonly run?: string;
    readonly with?: Record<string, unknown>;
    uses?: string;
  }[];
}

const FOLDER = '.github/workflows';

// GitHub's parser imports JSON without the required import attribute.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);

/** Returns the errors that GitHub would report. */
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
    for (const line of uses)
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may read, and each job no more than it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [id, { permissions = {}, steps }] of jobs) {
      const checkout = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const step of checkout) expect(step.with, id).toMatchObject({ 'persist-credentials': false });
      // A job with write permission must not run code from the repository.
      if (permissions['contents'] === 'write') expect(checkout, id).toEqual([]);
      else expect(permissions['contents'] ?? 'read', id).toBe('read');
    }
  });

  test('installs without running a script of a dependency', () => {
    const installs = jobs.flatMap(([, { steps }]) =>
      steps.flatMap(({ run = '' }) => run.split('\n').filter((line) => /\bnpm (ci|install)\b/.test(line))),
    );
    for (const line of installs) expect(line).toContain('--ignore-scripts');
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

describe('release.yml', () => {
  const { jobs }: Workflow = parse(readFileSync(`${FOLDER}/release.yml`, 'utf8'));
  const commandsOf = (id: string) => jobs[id]?.steps.flatMap(({ run = '' }) => run.split('\n')) ?? [];

  test('publishes nothing before the tag, the version and the pins were verified', () => {
    const commands = commandsOf('verify');
    const gate = commands.indexOf('bash .ci/run');
    for (const check of [
      'check-version.sh "$GITHUB_REF_NAME"',
      'check-tag.sh "$GITHUB_SHA"',
      'check-pins.ts',
    ]) {
      const at = commands.findIndex((command) => command.includes(check));
      expect(at, check).toBeGreaterThanOrEqual(0);
      expect(at, check).toBeLessThan(gate);
    }
    // The whole history, because a shallow checkout has no main to compare with.
    const checkout = jobs['verify']?.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toMatchObject({ 'fetch-depth': 0 });
    for (const id of ['image', 'publish']) expect(jobs[id]?.needs, id).toBe('verify');
  });

  test('publishes client, hooks and command line without install scripts, with their address and lists of their parts', () => {
    const commands = commandsOf('publish');
    const installing = commands.filter((line) => /\bnpm (ci|pack|publish)\b/.test(line));
    expect(installing.length).toBe(5);
    for (const command of installing) expect(command).toContain('--ignore-scripts');
    // Install scripts are off, and the published package is the one that was packed and listed.
    const steps = [
      'npm run build --workspace @mandate/sdk',
      'npm run build --workspace @mandate/react',
      'npm run build --workspace @mandate/cli',
      'prepare-packages.ts "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" "$GITHUB_REF_NAME"',
      'npm pack',
      'sbom-of-client.sh mandate-sdk-*.tgz >',
      'sbom-of-client.sh mandate-sdk-*.tgz mandate-react-*.tgz >',
      'sbom-of-client.sh mandate-sdk-*.tgz mandate-cli-*.tgz >',
      'npm publish ./mandate-sdk-',
      'npm publish ./mandate-react-',
      'npm publish ./mandate-cli-',
    ];
    const places = steps.map((step) => commands.findIndex((command) => command.includes(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const command of commands.filter((line) => line.includes('npm publish')))
      expect(command).toMatch(/ --provenance --access public$/);
    expect(jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(commandsOf('notes').join('\n')).toContain('sdk.cdx.json react.cdx.json cli.cdx.json');
  });
});

test('dependencies, code and the repository are examined', () => {
  const uses = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
  for (const action of [
    'actions/dependency-review-action',
    'github/codeql-action/analyze',
    'ossf/scorecard-action',
  ])
    expect(uses.filter((text) => text.includes(`uses: ${action}@`)).length, action).toBe(1);
});
