/**
 * Runs every example of the documentation that claims an output, as printed, against `npm run dev`. CONTRIBUTING.md
 * says how a page claims an output.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDev, stopDevs, waitForTable } from './dev-process.ts';
import { type Block, isAsClaimed, listLines, listPages, readBlocks, readPage } from './printed-blocks.ts';
import { runCode, runCommand, runInTerminal } from './run-code.ts';

const pages = listPages().map(readPage);
const blocks = pages.flat();
const claiming = blocks.filter(({ claims }) => claims.length > 0);
/** They change the world, so the others come first. */
const isWriting = ({ code }: Block) => /\b(?:writeContract|sendTransaction)\b/.test(code);
const ordered = [...claiming.filter((block) => !isWriting(block)), ...claiming.filter(isWriting)];

/** For the reader to fill in, e.g. <repository>. */
const PLACEHOLDER = /<[\w ]+>/g;

const folder = mkdtempSync(join(tmpdir(), 'mandate-printed-'));
const ROOT = join(import.meta.dirname, '..');
const COMMAND = join(ROOT, 'packages/cli/dist/main.js');
let urls: readonly (readonly [printed: string, real: string])[];
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  const get = await waitForTable(startDev({ options: ['--no-limits'] }));
  urls = [
    ['http://localhost:8080', get('API')],
    ['http://localhost:8545', get('Ethereum node')],
    ['http://localhost:8546', get('Base node')],
  ];
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'mandate'), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(join(bin, 'mandate'), 0o755);
  const PATH = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  environment = { PATH, MANDATE_URL: get('API') };
});
afterAll(async () => {
  await stopDevs();
  rmSync(folder, { recursive: true, force: true });
});

const here = (text: string) => urls.reduce((all, [printed, real]) => all.replaceAll(printed, real), text);

/** The blocks of a page share a folder: one may read what another has written. */
function run({ page, language, code }: Block): Promise<string> {
  if (language === 'python') return runCode.Python(here(code));
  if (language === 'tsx') return runCode.TypeScript(transformSync('page.tsx', here(code)).code);
  if (language !== 'sh') return runCode.TypeScript(here(code));
  const cwd = join(folder, page.replaceAll('/', '-'));
  mkdirSync(cwd, { recursive: true });
  return runInTerminal(here(code), { cwd, environment });
}

async function assertClaims(block: Block): Promise<void> {
  const claims = block.claims.map(here);
  const printed = await run(block);
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
  test.each(ordered)('$name', assertClaims);
});

test('code that claims nothing can be read, at least', async () => {
  for (const { name, language, code, claims } of blocks) {
    if (claims.length > 0) continue;
    if (language === 'json') expect(() => JSON.parse(code), name).not.toThrow();
    if (language === 'ts' || language === 'js') expect(() => stripTypeScriptTypes(code), name).not.toThrow();
    if (language === 'sh')
      expect(
        await runCode.curl(`bash -n <<'END_OF_BLOCK'\n${code.replaceAll(PLACEHOLDER, 'x')}\nEND_OF_BLOCK`),
        name,
      ).toBe('');
  }
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

async function findTypeErrors(typed: readonly Block[]): Promise<string> {
  const project = mkdtempSync(join(folder, 'types-'));
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: TYPES }));
  for (const { name, language, code } of typed) {
    writeFileSync(join(project, `${name.replaceAll(/[/:]/g, '-')}.${language}`), code);
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  return runCommand(tsc, [], { cwd: project }).catch(({ stdout = '' }: { stdout?: string }) => stdout);
}

test('the types of TypeScript are right', async () => {
  const typed = blocks.filter(({ language }) => language === 'ts' || language === 'tsx');
  expect(await findTypeErrors(typed)).toBe('');
  const wrong = readBlocks('a page', '```ts\nexport const one: number = "one";\n```\n');
  expect(await findTypeErrors(wrong)).toContain('a page-1.ts(1,14): error TS2322');
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
  const write = (language: string, ...lines: readonly string[]) =>
    `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`;
  const only = (text: string) => readBlocks('a page', text)[0] ?? expect.fail('No block was found.');

  const TSX = `import { renderToString } from 'react-dom/server';
const One = ({ text }: { text: string }) => <b>{text}</b>;
console.log(renderToString(<One text="one" />));`;

  test.each([
    ['ts', "console.log('one', 2 as number);", '// → one 2', '// → one 3'],
    ['js', "console.log('now', Date.now());", '// → now …', '// → then …'],
    ['tsx', TSX, '// → <b>one</b>', '// → one'],
    ['sh', 'echo one; echo two', '# → one\n# → two', '# → one'],
    ['sh', 'curl http://localhost:8080/networks', '# → {"networks":…}', '# → []'],
    ['sh', 'mandate check nothing', '# → Choose what to check…\n# → …', '# → yes'],
    ['python', 'print(1)\nprint(2)', '# → …', '# → 1'],
  ])('a right claim of %s passes, a wrong one fails: %s', async (language, code, right, wrong) => {
    await assertClaims(only(write(language, code, right)));
    await expect(assertClaims(only(write(language, code, wrong)))).rejects.toThrow('a page:1');
  });

  test('code that fails is no claim that holds', async () => {
    const failing = only(write('ts', "console.log('one');", '// → one', "throw new Error('two');"));
    await expect(assertClaims(failing)).rejects.toThrow('two');
  });

  test('lines in another order, or fewer, are not as claimed', () => {
    expect(isAsClaimed(['a', 'b'], 'a\nb\n')).toBe(true);
    expect(isAsClaimed(['a', 'b'], 'b\na\n')).toBe(false);
    expect(isAsClaimed(['a'], 'a\nb\n')).toBe(false);
    expect(isAsClaimed(['a', '…'], 'a\nb\nc\n')).toBe(true);
    expect(isAsClaimed(['a.c'], 'abc\n')).toBe(false);
  });
});
