/** Checks with `proof=true`: proofs that verify, and what is refused. */
import type { Kind } from '@mandate/core';
import { type Case, pathOf, type Stage } from './conformance-case.ts';
import { amountOf, HOT, holds, questionOf, SAMPLES, type Sample, STRANGER } from './samples.ts';
import { judged, standing } from './status-200-parameters.ts';
import { refusal } from './status-400.ts';

const HEX32 = '"0x[0-9a-f]{64}"';
const BYTES = '"0x(?:[0-9a-f]{2})+"';
const BLOCK = `\\{"number":\\d+,"hash":${HEX32},"timestamp":\\d{10},"header":${BYTES}\\}`;
const SLOT = `\\{"slot":${HEX32},"value":${HEX32}\\}`;
const PROOF = `\\{"registry":"0x[0-9a-fA-F]{40}","slots":\\[${SLOT}(?:,${SLOT})*\\],"nodes":\\[${BYTES}(?:,${BYTES})*\\]\\}`;
/** Returns a pattern for the exact body. */
const proven = (value: string) => new RegExp(`^\\{"value":${value},"block":${BLOCK},"proof":${PROOF}\\}$`);

const CHECKS = SAMPLES.filter((sample): sample is Sample & { kind: Kind } => sample.kind !== null);

const ofChecks: Case[] = CHECKS.flatMap((sample) => {
  const { id, path, values, nothing } = sample;
  const value = holds(sample, amountOf(sample));
  const usual = { ...standing(sample), proven: true };
  const hot = 'to' in values ? 'to' : 'delegate';
  return [
    {
      ...usual,
      name: `${id} proves what stands`,
      covers: [
        'proof.present',
        `proof.everywhere.${id}`,
        'proof.value',
        'proof.block',
        'proof.verified',
        'proof.order',
      ],
      path: pathOf(path, { ...values, proof: 'true' }),
      body: proven(value),
      answers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    },
    {
      ...usual,
      name: `${id} proves with numbers=string`,
      covers: ['proof.numbers-string'],
      path: pathOf(path, { ...values, proof: 'true', numbers: 'string' }),
      body: proven(value === 'true' ? value : `"${value}"`),
    },
    {
      ...standing(sample),
      name: `${id} with proof=false`,
      covers: ['proof.default'],
      path: pathOf(path, { ...values, proof: 'false' }),
    },
    {
      name: `${id} proves what does not stand`,
      covers: ['proof.nothing'],
      path: pathOf(path, { ...values, [hot]: STRANGER, proof: 'true' }),
      status: 200,
      body: proven(nothing),
      proven: true,
      ...judged(sample, { to: STRANGER }),
    },
    ...(['safe', 'finalized'] as const).map((blockTag) => ({
      ...usual,
      name: `${id} proves at the ${blockTag} block`,
      covers: [`proof.when.${blockTag}`],
      path: pathOf(path, { ...values, proof: 'true', blockTag }),
      body: proven(value),
      answers: { 'cache-control': 'no-store' },
    })),
    {
      ...usual,
      name: `${id} proves at a block in which nothing happened`,
      covers: ['proof.when.quiet', 'proof.when.final'],
      path: ({ moments }: Stage) => pathOf(path, { ...values, proof: 'true', atBlock: moments.quiet.number }),
      body: proven(value),
      answers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-block-hash': /^0x/ },
    },
    {
      ...usual,
      name: `${id} proves at a time`,
      covers: ['proof.when.time'],
      path: ({ moments }: Stage) => pathOf(path, { ...values, proof: 'true', atTime: moments.granted.time }),
      body: proven(value),
    },
    {
      name: `${id} proves that it did not stand before`,
      covers: ['proof.when.block'],
      path: ({ moments }: Stage) =>
        pathOf(path, { ...values, proof: 'true', atBlock: moments.before.number }),
      status: 200,
      body: proven(nothing),
      proven: true,
      asks: questionOf(sample),
    },
    {
      name: `${id} with proof and reasons`,
      covers: ['proof.conflict.explain'],
      path: pathOf(path, { ...values, proof: 'true', explain: 'true' }),
      ...refusal([['explain', 'cannot be sent together with proof']]),
    },
    {
      name: `${id} with proof, strictly`,
      covers: ['proof.conflict.strict'],
      path: pathOf(path, { ...values, proof: 'true', consistency: 'strict' }),
      ...refusal([['consistency', 'Send blockTag=safe instead.']]),
    },
    {
      name: `${id} with proof of a chain that has none`,
      covers: ['code.proofs_not_supported'],
      path: pathOf(path, { ...values, proof: 'true', chainId: '43114' }),
      status: 400,
      problem: {
        code: 'proofs_not_supported',
        detail: 'Avalanche has no proofs. Ask without proof; /networks shows which chains have proofs.',
      },
    },
  ];
});

/** The ledger of this chain is written by hand, and its node does not answer. */
const ofNodes: Case[] = CHECKS.filter(({ id }) => id === 'v2CheckAll').map(({ id, path, values }) => ({
  name: `${id} with proof of a chain whose node is away`,
  covers: ['code.proof_unavailable'],
  path: pathOf(path, { ...values, proof: 'true', chainId: '7777777' }),
  status: 503,
  problem: {
    code: 'proof_unavailable',
    retryAfter: '5',
    detail: /^The nodes of Zora do not answer, or do not have block \d+ now\. Try again shortly\.$/,
  },
}));

const V2 = CHECKS.find(({ id }) => id === 'v2CheckAll');
const ofLimits: Case[] = V2
  ? [
      {
        name: 'a check with proof counts as five requests',
        covers: ['anon.proof'],
        service: 'limited',
        headers: { 'x-forwarded-for': '192.0.2.250' },
        path: pathOf(V2.path, { ...V2.values, proof: 'true', explain: 'true' }),
        before: [pathOf(V2.path, { to: HOT.all, from: STRANGER })],
        ...refusal([['explain', 'cannot be sent together with proof']]),
        answers: { ratelimit: /^"anon";r=19;t=\d+$/ },
      },
    ]
  : [];

export const STATUS_PROOFS: readonly Case[] = [...ofChecks, ...ofNodes, ...ofLimits];
