/** The honest client's questions, and their correct answers at the block that an answer names. */
import type { Probe, Sample, Stream } from '../honest/messages.ts';
import type { KnownChain } from '../known-chain.ts';
import { HONEST } from './rates.ts';
import type { HostileWorld } from './world.ts';

/** Most questions are about now. */
const MOMENTS = ['', '', '', '', '', '', '&blockTag=safe', '&blockTag=finalized'];
const LIST_MOMENTS = ['', '&blockTag=safe'];
const BATCH_CHECKS = 10;

type Expected = (hash: string) => string;

export function createQuestions({ chain, snapshot, token }: HostileWorld) {
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
  const v1Checks = pairs.filter(({ isV1 }) => isV1).map(({ path, expected }) => expect(path, expected));
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
  const streams: Stream[] = [
    { type: 'check', paths: v1Checks, perS: HONEST.v1ChecksPerS },
    { type: 'check', paths: checks, perS: HONEST.checksPerS, isKeyed: true },
    { type: 'list', paths: lists, perS: HONEST.listsPerS, isKeyed: true },
  ];
  const probes: Probe[] = [
    { name: 'batch', path: '/batch', isKeyed: true, body: JSON.stringify({ checks: batch }) },
    { name: 'snapshot', path: snapshot, isKeyed: true },
    { name: 'event stream', path: '/changes', isStream: true },
    { name: 'history', path: '/status/history?hours=24' },
    ...nodeProbes(chainId, token, wallets[0] ?? ''),
    { name: 'nonce', path: '/developer/api/nonce', body: '{}' },
  ];

  return {
    check: checks[0] ?? '',
    streams,
    probes,
    /** Returns null if the answer is correct. */
    findWrong({ type, path, status, hash, text }: Sample): string | null {
      if ((type !== 'check' && type !== 'list') || status !== 200) return null;
      const expected = expectations.get(path)?.(hash);
      const said = type === 'list' ? summarize(JSON.parse(text)) : text;
      return said === expected ? null : `${path} at ${hash} is ${said}, not ${expected}`;
    },
  };
}

/** Questions that a node answers. */
function nodeProbes(chainId: number, token: string, wallet: string): Probe[] {
  const fresh = `0xee${'0'.repeat(30)}NUMBER`;
  const about = `/eligibility?chainId=${chainId}&contract=${token}&wallet=`;
  return [
    { name: 'claim', path: `${about}${wallet}` },
    { name: 'claim without a delegation', path: `${about}${fresh}` },
    { name: 'name', path: `/names?of=${chainId}:${fresh}` },
  ].map((probe) => ({ ...probe, isKeyed: true, asksNode: true }));
}

const listAt = (chain: KnownChain, wallet: string, hash: string) =>
  summarize(
    chain.pairs.filter(
      ({ from, to, path }, pair) =>
        path.startsWith('/registry/v2/') &&
        (from === wallet || to === wallet) &&
        chain.answerAt(hash, pair) !== false,
    ),
  );

function summarize(delegations: readonly { readonly from: string; readonly to: string }[]): string {
  return delegations
    .map(({ from, to }) => `${from}>${to}`.toLowerCase())
    .sort()
    .join();
}
