/** The honest client's questions, and their correct answers at the block that an answer names. */
import type { KnownChain } from '../known-chain.ts';
import type { Probe, Sample } from './messages.ts';
import type { HostileWorld } from './world.ts';

export interface Questions {
  readonly v1Checks: readonly string[];
  readonly checks: readonly string[];
  readonly lists: readonly string[];
  readonly probes: readonly Probe[];
  /** Returns null if the answer is correct. */
  findWrong(sample: Sample): string | null;
}

/** Most questions are about now. */
const MOMENTS = ['', '', '', '', '', '', '&blockTag=safe', '&blockTag=finalized'];
const LIST_MOMENTS = ['', '&blockTag=safe'];
const BATCH_CHECKS = 10;

type Expected = (hash: string) => string;

export function createQuestions({ chain, snapshot, token }: HostileWorld): Questions {
  const expectations = new Map<string, Expected>();
  const expect = (path: string, expected: Expected) => {
    expectations.set(path, expected);
    return path;
  };
  const { chainId } = chain.local;
  const pairs = chain.pairs.map(({ path, from, to }, pair) => {
    const expected: Expected = (hash) => String(chain.answerAt(hash, pair));
    return { path, from, to, expected, isV1: path.startsWith('/registry/v1/') };
  });
  const v2 = pairs.filter(({ isV1 }) => !isV1);
  const checks = MOMENTS.flatMap((moment) =>
    v2.map(({ path, expected }) => expect(`${path}${moment}`, expected)),
  );
  const wallets = [...new Set(v2.flatMap(({ from, to }) => [from, to]))];
  const lists = wallets.flatMap((wallet) =>
    LIST_MOMENTS.map((moment) =>
      expect(`/registry/v2/${wallet}?chainId=${chainId}${moment}`, (hash) => listAt(chain, wallet, hash)),
    ),
  );
  const batch = v2.slice(0, BATCH_CHECKS).map(({ from, to }) => {
    return { registry: 'v2', kind: 'all', chainId, from, to };
  });

  return {
    checks,
    lists,
    v1Checks: pairs.filter(({ isV1 }) => isV1).map(({ path, expected }) => expect(path, expected)),
    probes: [
      { name: 'batch', method: 'POST', path: '/batch', keyed: true, body: JSON.stringify({ checks: batch }) },
      { name: 'snapshot', method: 'GET', path: snapshot, keyed: true },
      { name: 'event stream', method: 'GET', path: '/changes', keyed: false, isStream: true },
      { name: 'history', method: 'GET', path: '/status/history?hours=24', keyed: false },
      ...nodeProbes(chainId, token, wallets[0] ?? ''),
      { name: 'nonce', method: 'POST', path: '/developer/api/nonce', keyed: false, body: '{}' },
    ],
    findWrong({ type, path, status, hash, text }) {
      if ((type !== 'check' && type !== 'list') || status !== 200) return null;
      const expected = expectations.get(path)?.(hash);
      const said = type === 'list' ? summarize(text) : text;
      return said === expected ? null : `${path} at ${hash} is ${said}, not ${expected}`;
    },
  };
}

/** Questions that a node answers. */
function nodeProbes(chainId: number, token: string, wallet: string): Probe[] {
  const fresh = `0xee${'0'.repeat(30)}NUMBER`;
  const about = `/eligibility?chainId=${chainId}&contract=${token}&wallet=`;
  const ask = { method: 'GET', keyed: true, asksNode: true } as const;
  return [
    { ...ask, name: 'claim', path: `${about}${wallet}` },
    { ...ask, name: 'claim without a delegation', path: `${about}${fresh}` },
    { ...ask, name: 'name', path: `/names?of=${chainId}:${fresh}` },
  ];
}

function listAt(chain: KnownChain, wallet: string, hash: string): string {
  const standing = chain.pairs.filter(
    ({ from, to, path }, pair) =>
      path.startsWith('/registry/v2/') &&
      (from === wallet || to === wallet) &&
      chain.answerAt(hash, pair) !== false,
  );
  return standing
    .map(({ from, to }) => `${from}>${to}`.toLowerCase())
    .sort()
    .join();
}

function summarize(list: string): string {
  const delegations = JSON.parse(list) as readonly { from: string; to: string }[];
  return delegations
    .map(({ from, to }) => `${from}>${to}`.toLowerCase())
    .sort()
    .join();
}
