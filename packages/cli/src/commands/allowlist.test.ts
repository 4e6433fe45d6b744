/** Tests `mandate allowlist` against a service that answers late, in any order, wrongly or not at all. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type Behave,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  A,
  address,
  B,
  C,
  LISTS,
  NETWORK,
  STATUS,
  V1,
  V2,
  V3,
  v1,
  withFinal,
} from '../testing/allowlist-answers.ts';
import { AT, EXCLUSIVE_GRANT, grant } from '../testing/eligibility-answers.ts';
import { typeCommand } from '../testing/type-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-allowlist-'));
const [HOLDERS, OUT] = [join(folder, 'holders.csv'), join(folder, 'list')];
const BLOCK = AT.number;
const ASKED = `allowlist --contract ${CONTRACT} --block ${BLOCK} --holders ${HOLDERS}`;
/** Answers like the service. A behaviour for one path goes first. */
function serve(
  special: Readonly<Record<string, Behave>> = {},
  networks: readonly object[] = [NETWORK],
): Behave {
  return (request, response, count) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (special[path]) return special[path](request, response, count);
    const known: Readonly<Record<string, unknown>> = {
      ...LISTS,
      '/networks': { networks },
      '/status': STATUS,
    };
    const body = known[path] ?? [];
    // Answers overtake each other.
    return later(response, () => answer(JSON.stringify(body))(request, response, count));
  };
}

function later(response: ServerResponse, send: () => void) {
  const timer = setTimeout(send, Math.random() * 12);
  response.on('close', () => clearTimeout(timer));
}

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  write(`${V1},5`, `${V2},${2n ** 256n - 1n}`, `${V3},7`);
  server.behave(serve());
});

const write = (...lines: readonly string[]) => writeFileSync(HOLDERS, `${lines.join('\n')}\n`);
const type = (line: string, terminal = {}) => typeCommand(server.url, line, terminal);
const MOST = 2n ** 256n - 1n;
const EXPECTED = `wallet,vault,amount
${A},${V1},5
${B},${V1},5
${V1},${V1},5
${A},${V2},${MOST}
${V2},${V2},${MOST}
${C},${V3},7
${V3},${V3},7`;

test('each vault has rows for itself and for its wallets', async () => {
  expect(await type(ASKED)).toEqual({ code: 0, out: EXPECTED, err: '' });
  const lists = server.requests.filter(({ url }) => url.startsWith('/registry/'));
  expect(lists).toHaveLength(6);
  for (const { url } of lists) expect(url).toContain(`&atBlock=${BLOCK}&limit=1000`);
});

test('the same input gives the same bytes, in any order of lines and answers', async () => {
  const many = Array.from({ length: 40 }, (_, i) => `${address(0xe000 + i)},${i}`);
  write(`${V1},5`, `${V2},6`, ...many);
  const first = await type(`${ASKED} --merkle`);
  const shuffles = Array.from({ length: 3 }, (_, i) => [...many.slice(i * 9), ...many.slice(0, i * 9)]);
  for (const lines of shuffles) {
    write('address,amount', ...lines.toReversed(), `${V2.replace('b', 'B')},6`, `${V1},5`);
    server.behave(serve());
    expect((await type(`${ASKED} --merkle`)).out).toBe(first.out);
  }
});

test('a right lets more wallets claim', async () => {
  const { out } = await type(`${ASKED} --rights vote`);
  expect(out).toBe(EXPECTED.replace(`${V1},${V1},5`, `${C},${V1},5\n${V1},${V1},5`));
});

test('one registry only', async () => {
  write(`${V1},5`, `${V3},7`);
  const { out } = await type(`${ASKED} --registries v1`);
  expect(out.split('\n').slice(1)).toEqual([
    `${B},${V1},5`,
    `${V1},${V1},5`,
    `${C},${V3},7`,
    `${V3},${V3},7`,
  ]);
  expect(server.requests.map(({ url }) => url).filter((url) => !url.startsWith('/registry/v1/'))).toEqual([
    '/status',
  ]);
});

test('a chain without v1 is asked about v2 only', async () => {
  server.behave(serve({}, [{ ...NETWORK, registries: { v1: null, v2: address(2) } }]));
  expect((await type(ASKED)).code).toBe(0);
  expect(server.requests.filter(({ url }) => url.startsWith('/registry/v1/'))).toEqual([]);
  server.behave(serve({}, []));
  expect((await type(ASKED)).err).toContain('The service does not serve chain 1.');
});

test.each([
  ['above the final one', BLOCK - 1, `Wait, or pass --block ${BLOCK - 1} or lower.`],
  ['of a chain without final blocks', null, 'The nodes of this chain name no final block.'],
])('a block %s is refused, and no list is read', async (_, finalized, next) => {
  server.behave(serve({ '/status': answer(JSON.stringify(withFinal(finalized))) }));
  const { out, err } = await type(ASKED);
  expect(out).toBe('');
  expect(err).toContain(`Block ${BLOCK} of chain 1 is not final: a reorg can change the list. ${next}`);
  expect(server.requests.filter(({ url }) => url.startsWith('/registry/'))).toEqual([]);
});

describe('pages', () => {
  const path = `/registry/v2/${V1}`;
  const pages = (rows: readonly (readonly object[])[]): Behave => {
    return (request, response, count) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? 0);
      const next = page + 1 < rows.length ? { Link: `<${path}?cursor=${page + 1}>; rel="next"` } : {};
      answer(JSON.stringify(rows[page]), next)(request, response, count);
    };
  };
  beforeEach(() => write(`${V1},5`));

  test('all outgoing delegations are read', async () => {
    server.behave(serve({ [path]: pages([[grant(V1, A)], [grant(V1, B)], [grant(V1, C)]]) }));
    const { out } = await type(`${ASKED} --registry v2`);
    expect(out.split('\n').slice(1)).toEqual([A, B, C, V1].map((wallet) => `${wallet},${V1},5`));
  });

  test('incoming ones are not: anybody can add a million', async () => {
    const incoming = [grant(A, V1)];
    server.behave(serve({ [path]: pages([[grant(V1, B), ...incoming], incoming, incoming]) }));
    const { out } = await type(`${ASKED} --registry v2`);
    expect(out.split('\n').slice(1)).toEqual([`${B},${V1},5`, `${V1},${V1},5`]);
    expect(server.requests.map(({ url }) => url.split('?')[0])).toEqual(['/status', path]);
  });
});

describe('exclusive', () => {
  const path = '/exclusive/wallet';
  const exclusive = (found: Readonly<Record<string, object>>): Behave => {
    return (request, response, count) => {
      const vault = new URL(request.url ?? '', 'http://x').searchParams.get('vault') ?? '';
      const body = { wallet: vault, grant: null, block: AT, unknown: [], ...found[vault] };
      answer(JSON.stringify(body))(request, response, count);
    };
  };
  const delegated = { [V1]: { wallet: A, grant: { ...EXCLUSIVE_GRANT, from: V1, to: A } } };

  test('each vault has one row', async () => {
    server.behave(serve({ [path]: exclusive(delegated) }));
    const { out } = await type(`${ASKED} --exclusive --rights airdrop`);
    expect(out.split('\n').slice(1)).toEqual([`${A},${V1},5`, `${V2},${V2},${MOST}`, `${V3},${V3},7`]);
    expect(server.requests[1]?.url).toContain(
      `&atBlock=${BLOCK}&rights=0xf4e649761bcbc50f23f9a4691d424072583cf1c3ddf9ffa6`,
    );
  });

  test('what is unknown fails, with the vault', async () => {
    const unread = { reason: 'history_uncertain', detail: 'Choose another block.', holder: null };
    server.behave(serve({ [path]: exclusive({ ...delegated, [V2]: { unknown: [unread] } }) }));
    const { code, out, err } = await type(`${ASKED} --exclusive`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`Vault ${V2} (line 2): Choose another block. No list was written.`);
  });

  test('v1 has no exclusive delegates', async () => {
    expect((await type(`${ASKED} --exclusive --registry v1`)).err).toContain(
      'Exclusive delegates are of v2.',
    );
  });
});

describe('nobody is left out silently', () => {
  const path = `/registry/v1/${V2}`;
  test.each<[string, Behave, string]>([
    ['a chain that lags', problem(503, 'history_uncertain', { headers: { 'Retry-After': '99' } }), 'This is'],
    ['half a list', answer('[{'), 'in an unexpected format'],
    ['the list of another', answer(JSON.stringify([v1(V3, A)])), 'with a delegation that is not of'],
    ['another block', answer('[]', { 'X-Block-Number': '5' }), 'for block 5, which was not asked for'],
    ['a limit for today', problem(429, 'rate_limited', { headers: { 'Retry-After': '9999' } }), 'This is'],
  ])('%s', async (_, behave, said) => {
    server.behave(serve({ [path]: behave }));
    const { code, out, err } = await type(`${ASKED} --out ${OUT}-never`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`Vault ${V2} (line 2): `);
    expect(err).toContain(said);
    expect(() => readFileSync(`${OUT}-never`)).toThrow();
  });

  test('a reorg during the run', async () => {
    server.behave(serve({ [path]: answer('[]', { 'X-Block-Hash': `0x${'cd'.repeat(32)}` }) }));
    const { code, err } = await type(ASKED);
    expect(code).toBe(2);
    expect(err).toContain(`A reorg replaced block ${BLOCK} during the run. Run it again`);
  });

  test('the rate limit is waited for, however often', async () => {
    let left = 9;
    const limited: Behave = (...given) =>
      left-- > 0
        ? problem(429, 'rate_limited', { headers: { 'Retry-After': '0' } })(...given)
        : answer('[]')(...given);
    server.behave(serve({ [path]: limited }));
    const shown: string[] = [];
    const { code, out } = await type(ASKED, { showProgress: (text: string) => shown.push(text) });
    expect({ code, out }).toEqual({ code: 0, out: EXPECTED });
    expect(shown).toContain('3 of 3 vaults read');
    expect(shown).toContain('waiting 0 s for the rate limit');
    expect(shown.at(-1)).toBe('');
  });
});

test('a Merkle tree, whose proofs hold', async () => {
  const { out } = await type(`${ASKED} --merkle`);
  const { root, leafEncoding, claims, ...about } = JSON.parse(out);
  expect(about).toEqual({ chainId: 1, contract: CONTRACT.toLowerCase(), block: BLOCK, exclusive: false });
  expect(leafEncoding).toEqual(['address', 'address', 'uint256']);
  const rows = claims.map(
    (row: Record<string, string>) => `${row['wallet']},${row['vault']},${row['amount']}`,
  );
  expect(rows).toEqual(EXPECTED.split('\n').slice(1));
  for (const { wallet, vault, amount, proof } of claims) {
    expect(StandardMerkleTree.verify(root, leafEncoding, [wallet, vault, amount], proof)).toBe(true);
  }
});

test('a file, and what is in it', async () => {
  write(`${V1},5`, `${V3},7`);
  const { out } = await type(`${ASKED} --out ${OUT}`);
  expect(out).toBe(`✓ ${OUT}

  vaults    2
  rows      5
  total     12

! 2 vaults have several rows. Record claims per vault, or they are paid several times.`);
  expect(readFileSync(OUT, 'utf8').split('\n')).toHaveLength(7);
  const piped = JSON.parse((await type(`${ASKED} --merkle --out ${OUT}`, { isTerminal: false })).out);
  const { root } = JSON.parse(readFileSync(OUT, 'utf8'));
  expect(piped).toEqual({ file: OUT, vaults: 2, rows: 5, root });
});

test.each([
  ['allowlist', 'allowlist needs --contract, --block, --holders.'],
  [`${ASKED} more`, 'allowlist takes options only'],
  [`${ASKED} --strict`, 'allowlist does not take --strict.'],
  [ASKED.replace('holders.csv', 'nothing.csv'), 'nothing.csv cannot be read'],
  [ASKED.replace(CONTRACT, 'apes.eth'), '--contract must be 0x and 40 hex digits.'],
  [ASKED.replace(String(BLOCK), 'latest'), '--block must be a whole number'],
])('%s is rejected before a request', async (line, said) => {
  const { code, err } = await type(line);
  expect(code).toBe(3);
  expect(err).toContain(said);
  expect(server.requests).toHaveLength(0);
});
