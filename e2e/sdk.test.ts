/** Installs the client and the command line into empty projects, on every supported Node version, and into a page. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startExampleService } from '@mandate/testing/service/example-service';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkshop, INSTALL_MS, packForRelease } from './install/packed-project.ts';
import { runModules } from './run-code.ts';
import { must, run } from './run-command.ts';

const OTHER_NODES = [20, 22];
/** The last one runs the tests. */
const NODES = [...OTHER_NODES, 24];
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const COLD = '0x00000000000000000000000000000000000c01d0';
const HOT = '0x0000000000000000000000000000000000000407';
const CONTRACT = '0xC011eC7100000000000000000000000000000001';
const OF_COLD = `--from ${COLD} --contract ${CONTRACT}`;
const root = join(import.meta.dirname, '..');
const workshop = createWorkshop();
/** One project has the client alone, the other one the command line. */
let project: string;
let commandProject: string;
let installed: string;
let service: Awaited<ReturnType<typeof startExampleService>>;

beforeAll(async () => {
  service = await startExampleService();
  const [client = '', , cli = ''] = (await packForRelease()).map(({ file }) => file);
  project = await workshop.createProject('project', client);
  installed = join(project, 'node_modules/@mandate/sdk');
  const program = `node-${process.platform}-${process.arch}`;
  const nodes = OTHER_NODES.map((major) => `node-${major}@npm:${program}@${major}`);
  commandProject = await workshop.createProject('command-project', client, cli, ...nodes);
}, INSTALL_MS);
afterAll(async () => {
  await service?.close();
  workshop.remove();
});

interface Example {
  readonly name: string;
  readonly code: string;
  /** The output that its comments promise. */
  readonly promised: string;
}

const OTHER_ENTRIES = /^(?:calldata|transactions|delegate|explore|mandate-vaults|move|proof|write)\//;

/** Returns every example of the JSDoc comments. Those of the README run with the other pages. */
function readExamples(): Example[] {
  const declared = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts') && !OTHER_ENTRIES.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(installed, 'dist', file), 'utf8');
      return [...text.matchAll(/@example\n((?: \* ?.*\n)+?) \*\//g)].map(([, lines = '']) => ({
        name: file,
        code: lines.replaceAll(/^ \* ?/gm, ''),
      }));
    });
  return declared.map(({ name, code }) => ({
    name,
    code: code.replaceAll('http://localhost:8080', service.url),
    promised: [...code.matchAll(/^ *console\.log\(.*?\);(?: |\n)\/\/ (.+)$/gm)]
      .map(([, said]) => said)
      .join('\n'),
  }));
}

test('only what belongs there is installed', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@mandate',
  ]);
  expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files.filter((file) => /test|testing/.test(file))).toEqual([]);
});

test('the command line comes with the client, and without sources of tests', () => {
  const cli = join(commandProject, 'node_modules/@mandate/cli');
  expect(readdirSync(cli).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
  const files = readdirSync(cli, { recursive: true }).map(String);
  expect(files.filter((file) => /test|testing/.test(file))).toEqual([]);
  expect(readdirSync(join(commandProject, 'node_modules/@mandate')).toSorted()).toEqual(['cli', 'sdk']);
});

test('every public function has an example', () => {
  const index = readFileSync(join(installed, 'src/index.ts'), 'utf8');
  const functions = [
    ...index.matchAll(
      /\b(batch|check|resolve|(?:check|create|describe|get|list|read|rights|watch)[A-Z]\w*)\b/g,
    ),
  ].map(([, name]) => name);
  expect(functions.length).toBeGreaterThan(16);
  const examples = readExamples();
  for (const name of functions) {
    expect(
      examples.some(({ code }) => code.includes(`${name}(`)),
      name,
    ).toBe(true);
  }
});

test('its types are found, and say what they should', async () => {
  const source = `
    import { checkErc721, createClient, type Answer } from '@mandate/sdk';
    import { verifyCheck, type Anchor } from '@mandate/sdk/proof';
    import { encodeCall } from '@mandate/sdk/calldata';
    import { grantCall } from '@mandate/sdk/write';
    const client = createClient({ baseUrl: 'https://mandate.example' });
    const to = '0x0000000000000000000000000000000000000407';
    export const asked: Promise<Answer<boolean>> = checkErc721(client, { to, from: to, contract: to, tokenId: 7n });
    // @ts-expect-error A number.
    checkErc721(client, { to, from: to, contract: to, tokenId: 7 });
    checkErc721(client, { to, from: to, contract: to, tokenId: 7n, proof: true }).then((proven) =>
      verifyCheck({ registry: 'v2', kind: 'all', to, from: to }, proven, { block: '0x12', minBlock: 1 }),
    );
    export const name: 'delegateAll' = grantCall({ registry: 'v2', type: 'all', to }).functionName;
    export const data: \`0x\${string}\` = encodeCall(grantCall({ registry: 'v2', type: 'all', to }));
    // @ts-expect-error No limit of the block's age.
    export const anchor: Anchor = { block: '0x12' };
  `;
  writeFileSync(join(project, 'types.ts'), source);
  const tsc = join(root, 'node_modules/.bin/tsc');
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const how = ['--module', module, '--moduleResolution', resolution];
    await must(tsc, ['types.ts', ...options, ...how], { cwd: project });
  }
});

function runMandate(node: string, line: string) {
  const command = join(commandProject, 'node_modules/.bin/mandate');
  const environment = { MANDATE_URL: service.url };
  return run(node, [command, ...line.split(' ')], { cwd: commandProject, environment });
}

describe.each(NODES)('Node %i', (major) => {
  let node: string;
  beforeAll(() => {
    const isOther = OTHER_NODES.includes(major);
    node = isOther ? join(commandProject, `node_modules/node-${major}/bin/node`) : process.execPath;
  });

  test('is that', async () => {
    expect((await run(node, ['--version'], { cwd: project })).out).toMatch(new RegExp(`^v${major}\\.`));
  });

  test('runs every example', async () => {
    const examples = readExamples();
    expect(examples.length).toBeGreaterThan(15);
    const files = examples.map(({ code }, i) => {
      writeFileSync(join(project, `example-${i}.js`), code);
      return `example-${i}.js`;
    });
    const ran = await runModules(files, { node, cwd: project });
    expect(examples.map(({ name }, i) => ({ name, ...ran[i] }))).toEqual(
      examples.map(({ name, promised }) => ({ name, said: promised, failure: null })),
    );
  });

  test('runs the command', async () => {
    const mandate = (line: string) => runMandate(node, line);
    const yes = await mandate(`check erc721 --to ${HOT} ${OF_COLD} --token 7`);
    expect(yes).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(yes.out)).toMatchObject({ value: true, block: { chainId: 1 } });
    writeFileSync(join(commandProject, 'holders.csv'), `${COLD},5\n`);
    const allowlist = `--contract ${CONTRACT} --block 2 --holders holders.csv`;
    const { claims, root } = JSON.parse((await mandate(`allowlist ${allowlist} --merkle`)).out);
    expect(claims.length).toBeGreaterThan(1);
    expect(root).toMatch(/^0x[0-9a-f]{64}$/);
  });
});

test('the command has exit codes for no, for unknown and for wrong use', async () => {
  const mandate = (line: string) => runMandate(process.execPath, line);
  const check = `check erc721 --to ${HOT} ${OF_COLD}`;
  expect(await mandate(`${check} --token 8`)).toMatchObject({ status: 1, err: '' });
  const unknown = await mandate(`${check} --token 7 --chain 8453`);
  expect(unknown).toMatchObject({ status: 2, out: '' });
  expect(JSON.parse(unknown.err).error.code).toBe('chain_not_ready');
  expect((await mandate('check nothing')).status).toBe(3);
});

/** Runs in a page and in a worker: answers, pages and errors must be the same as elsewhere. */
const IN_PAGE = `
import { batch, checkErc721, checkErc20, createClient, listDelegations, resolve, rightsFromText, watchChanges } from '/index.js';
export async function tryOut(baseUrl) {
  const client = createClient({ baseUrl });
  const from = '0x00000000000000000000000000000000000c01d0';
  const to = '0x0000000000000000000000000000000000000407';
  const token = { to, from, contract: '0xC011eC7100000000000000000000000000000001', tokenId: 7n };
  const codeOf = (asked) => asked.then(() => 'an answer', ({ name, requestId, retryAfterMs }) => ({ name, requestId, retryAfterMs }));
  const { value, block } = await checkErc721(client, token);
  const claim = { to, from, contract: '0xc014000000000000000000000000000000000003', rights: rightsFromText('claim') };
  const page = await listDelegations(client, { wallet: from, limit: 2 });
  const rest = await listDelegations(client, { wallet: from, limit: 100, cursor: page.nextCursor });
  const why = await checkErc721(client, { ...token, explain: true });
  const [first] = (await batch(client, [{ registry: 'v2', kind: 'erc721', ...token }])).answers;
  const vaults = await resolve(client, { to, contract: token.contract, tokenId: 7n, chainIds: [1] });
  const { value: watched } = await watchChanges(client, { cursor: 'start', chainIds: [1] }).next();
  return {
    value,
    because: why.because[0].tokenId === 7n,
    first: first.value,
    vault: vaults.wallets[0].address.toLowerCase() === from,
    change: watched.change.change,
    chainId: block.chainId,
    amount: String((await checkErc20(client, claim)).value),
    rows: [page.value.length, rest.value.length],
    unread: await codeOf(checkErc721(client, { ...token, chainId: 8453 })),
    keyed: await codeOf(checkErc721(createClient({ baseUrl, apiKey: 'mdt_live_wrong' }), token)),
    nobody: await codeOf(checkErc721(createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }), token)),
  };
}
`;
const IN_WORKER = `
import { tryOut } from '/try-out.js';
onmessage = async ({ data }) => postMessage(await tryOut(data));
`;

test('a page, and a worker of it, ask another site', async () => {
  const files: Record<string, string> = { '/try-out.js': IN_PAGE, '/worker.js': IN_WORKER };
  const site = createServer((request, response) => {
    const path = request.url ?? '/';
    const isScript = path.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (!isScript) return response.end('<!doctype html><title>A page</title>');
    return response.end(files[path] ?? readFileSync(join(installed, 'dist', path)));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const inPage = await page.evaluate(
      `import('/try-out.js').then(({ tryOut }) => tryOut('${service.url}'))`,
    );
    const inWorker = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage('${service.url}');
    })`);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const expected = {
      value: true,
      because: true,
      first: true,
      vault: true,
      change: 'granted',
      chainId: 1,
      amount: '2500',
      rows: [2, 4],
      unread: { name: 'ChainNotReadyError', requestId: uuid, retryAfterMs: 30_000 },
      keyed: { name: 'InvalidApiKeyError', requestId: uuid, retryAfterMs: null },
      nobody: { name: 'ConnectionError', requestId: null, retryAfterMs: null },
    };
    expect(inPage).toEqual(expected);
    expect(inWorker).toEqual(expected);
  } finally {
    await browser.close();
    site.close();
  }
});
