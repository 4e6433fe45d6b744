/**
 * Runs every example of the documentation that claims an output, as printed, in the sample world. CONTRIBUTING.md
 * says how a page claims an output.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Block,
  isAsClaimed,
  listLines,
  listPages,
  readBlocks,
  readPage,
} from '../docs/printed-blocks.ts';
import { type Ran, runCode, runInTerminal, runModules } from '../run-code.ts';
import { must, run as runCommand } from '../run-command.ts';
import { ROOT } from './example-process.ts';
import { amongReorgs, countReorgs, world } from './world.ts';

const pages = listPages().map(readPage);
const blocks = pages.flat();
const claiming = blocks.filter(({ claims }) => claims.length > 0);
const isWriting = ({ code }: Block) => /\b(?:writeContract|sendTransaction)\b/.test(code);

const TSX = `import { renderToString } from 'react-dom/server';
const One = ({ text }: { text: string }) => <b>{text}</b>;
console.log(renderToString(<One text="one" />));`;
const WRONG_TYPE = 'export const one: number = "one";';

/** Right and wrong claims, which show that the runner itself is right. */
const OWN = [
  ['ts', "console.log('one', 2 as number);", '// → one 2', '// → one 3'],
  ['js', "console.log('now', Date.now());", '// → now …', '// → then …'],
  ['tsx', TSX, '// → <b>one</b>', '// → one'],
  ['sh', 'echo one; echo two', '# → one\n# → two', '# → one'],
  ['sh', 'curl http://localhost:8080/networks', '# → {"networks":…}', '# → []'],
  ['sh', 'mandate check nothing', '# → Choose what to check…\n# → …', '# → yes'],
  ['python', 'print(1)\nprint(2)', '# → …', '# → 1'],
].map(([language = '', code = '', ...claims], i) => {
  const [right, wrong] = claims.map((claim) => readOne(`case-${i}`, language, code, claim));
  return { language, right: right as Block, wrong: wrong as Block };
});
const FAILING = readOne('failing', 'ts', "console.log('one');", '// → one', "throw new Error('two');");

function readOne(page: string, language: string, ...lines: readonly string[]): Block {
  const [block] = readBlocks(page, `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`);
  return block ?? expect.fail('No block was found.');
}

/** For the reader to fill in, e.g. <repository>. */
const PLACEHOLDER = /<[\w ]+>/g;

const folder = mkdtempSync(join(tmpdir(), 'mandate-printed-'));
const COMMAND = join(ROOT, 'packages/cli/dist/main.js');
let environment: NodeJS.ProcessEnv;

beforeAll(() => {
  // A project that has installed the client.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'mandate'), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(join(bin, 'mandate'), 0o755);
  const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  environment = { PATH, MANDATE_URL: world.api };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = (text: string) =>
  text
    .replaceAll('http://localhost:8080', world.api)
    .replaceAll('http://localhost:8545', world.ethereumNode)
    .replaceAll('http://localhost:8546', world.baseNode);

const isModule = ({ language }: Block) => ['ts', 'js', 'tsx'].includes(language);
const fileOf = ({ name }: Block, ending: string) => `${name.replaceAll(/[/: ]/g, '-')}.${ending}`;

/** Modules run in one process: starting one takes longer than any of them. */
async function runTogether(modules: readonly Block[]): Promise<Map<Block, Ran>> {
  const files = modules.map((block) => {
    const isPage = block.language === 'tsx';
    const file = fileOf(block, isPage ? 'js' : block.language);
    const code = here(block.code);
    writeFileSync(join(folder, file), isPage ? transformSync('page.tsx', code).code : code);
    return file;
  });
  const ran = await runModules(files, { options: ['--conditions=source'], cwd: folder });
  return new Map(ran.map((each, i) => [modules[i] as Block, each]));
}

const READING = [...claiming, ...OWN.map(({ right }) => right), FAILING].filter(
  (block) => isModule(block) && !isWriting(block),
);
let reading: Promise<Map<Block, Ran>> | null = null;
/** How many reorgs there were before the modules ran. */
let reorgs = 0;

async function runModule(block: Block): Promise<string> {
  if (!reading) {
    reorgs = countReorgs();
    reading = runTogether(READING);
  }
  const together = await reading;
  const { said, failure } = together.get(block) ?? (await runTogether([block])).get(block) ?? {};
  together.delete(block);
  if (failure !== null) throw new Error(`${block.name}: ${failure ?? 'It did not run.'}`);
  return said ?? '';
}

/** The blocks of a page share a folder: one may read what another has written. */
async function run(block: Block): Promise<string> {
  const { page, language, code } = block;
  if (isModule(block)) return runModule(block);
  if (language === 'python') return runCode.Python(here(code));
  const cwd = join(folder, page.replaceAll('/', '-'));
  mkdirSync(cwd, { recursive: true });
  return runInTerminal(here(code), { cwd, environment });
}

function assertClaims(block: Block, printed: string): void {
  const claims = block.claims.map(here);
  if (isAsClaimed(claims, printed)) return;
  // The comparison shows only the lines that differ.
  const lines = listLines(printed).map((line, i) =>
    isAsClaimed([claims[i] ?? ''], line) ? claims[i] : line,
  );
  expect(lines, block.name).toEqual(claims);
}

test('there are examples, and they are counted', () => {
  const withClaims = pages.filter((page) => page.some(({ claims }) => claims.length > 0));
  process.stdout.write(`printed examples: ${claiming.length} blocks of ${withClaims.length} pages\n`);
  expect(claiming.length).toBeGreaterThan(15);
});

describe('what a page claims is what its code prints', () => {
  const assertRun = async (block: Block) => assertClaims(block, await run(block));
  test.each(claiming.filter((block) => !isWriting(block)))('$name', (block) =>
    amongReorgs(() => assertRun(block), isModule(block) ? reorgs : undefined),
  );
  // They change the world, so they come last, and only once.
  test.each(claiming.filter(isWriting))('$name', assertRun);
});

test('code that claims nothing can be read, at least', async () => {
  const silent = blocks.filter(({ claims }) => claims.length === 0);
  const commands = silent.filter(({ language }) => language === 'sh');
  for (const { name, language, code } of silent) {
    if (language === 'json') expect(() => JSON.parse(code), name).not.toThrow();
    if (language === 'ts' || language === 'js') expect(() => stripTypeScriptTypes(code), name).not.toThrow();
  }
  const files = commands.map((block) => fileOf(block, 'sh'));
  for (const [i, { code }] of commands.entries())
    writeFileSync(join(folder, files[i] ?? ''), code.replaceAll(PLACEHOLDER, 'x'));
  const check = 'for file; do bash -n "$file" 2>&1; done';
  expect(await must('bash', ['-c', check, 'bash', ...files], { cwd: folder })).toBe('');
});

/** The compiler options of a project that has installed the client. */
const TYPES = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom'],
  jsx: 'react-jsx',
  skipLibCheck: true,
  moduleDetection: 'force',
};

test('the types of TypeScript are right, and a wrong one is noticed', async () => {
  const project = join(folder, 'types');
  mkdirSync(project);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: TYPES }));
  const wrong = readOne('wrong', 'ts', WRONG_TYPE);
  for (const block of [...blocks, wrong]) {
    const { language, code } = block;
    if (language === 'ts' || language === 'tsx') writeFileSync(join(project, fileOf(block, language)), code);
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { out } = await runCommand(tsc, [], { cwd: project });
  expect(out.trimEnd().split('\n')).toEqual([expect.stringMatching(/^wrong-1\.ts\(1,14\): error TS2322/)]);
});

test('the code of a guide is short', () => {
  const guides = blocks.filter(({ page }) => page.startsWith('docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  for (const { name, language, code } of guides) {
    const lines = code
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^(?:import|\/\/|const \w+ = '0x)/.test(line));
    if (language === 'ts') expect(lines.length, name).toBeLessThanOrEqual(24);
  }
});

describe('the runner itself', () => {
  test.each(OWN)('a right claim of $language passes, a wrong one fails', async ({ right, wrong }) => {
    const printed = await run(right);
    assertClaims(right, printed);
    expect(() => assertClaims(wrong, printed)).toThrow(wrong.name);
  });

  test('code that fails is no claim that holds', async () => {
    await expect(run(FAILING)).rejects.toThrow('two');
  });

  test('lines in another order, or fewer, are not as claimed', () => {
    expect(isAsClaimed(['a', 'b'], 'a\nb\n')).toBe(true);
    expect(isAsClaimed(['a', 'b'], 'b\na\n')).toBe(false);
    expect(isAsClaimed(['a'], 'a\nb\n')).toBe(false);
    expect(isAsClaimed(['a', '…'], 'a\nb\nc\n')).toBe(true);
    expect(isAsClaimed(['a.c'], 'abc\n')).toBe(false);
  });
});
