/** Checks with `proof=true`: proofs that verify, and what is refused. */
import { type Case, fails, IMMUTABLE, JSON_TYPE, OPEN, refuses } from './conformance-case.ts';
import { STRANGER } from './grants.ts';
import { CHECK_SAMPLES, getSample, quoted } from './samples.ts';

const HEX32 = '"0x[0-9a-f]{64}"';
const BYTES = '"0x(?:[0-9a-f]{2})+"';
const BLOCK = `\\{"number":\\d+,"hash":${HEX32},"timestamp":\\d{10},"header":${BYTES}\\}`;
const SLOT = `\\{"slot":${HEX32},"value":${HEX32}\\}`;
const PROOF = `\\{"registry":"0x[0-9a-fA-F]{40}","slots":\\[${SLOT}(?:,${SLOT})*\\],"nodes":\\[${BYTES}(?:,${BYTES})*\\]\\}`;
/** Returns a pattern for the exact body. */
const proven = (value: string) => new RegExp(`^\\{"value":${value},"block":${BLOCK},"proof":${PROOF}\\}$`);

const CONFLICTS = {
  explain: ['explain=true', 'explain', 'cannot be sent together with proof'],
  strict: ['consistency=strict', 'consistency', 'Send blockTag=safe instead.'],
} as const;
const notSupported = fails(
  'proofs_not_supported',
  'Avalanche has no proofs. Ask without proof; /networks shows which chains have proofs.',
);

export const STATUS_PROOFS: readonly Case[] = [
  ...CHECK_SAMPLES.flatMap(({ id, stands, nothing, ask }) => {
    const body = proven(stands);
    return [
      ask(
        `proof.present proof.everywhere.${id} proof.value proof.block proof.verified proof.order`,
        'proof=true',
        { body, answers: { 'content-type': JSON_TYPE, ...OPEN } },
      ),
      ask('proof.numbers-string', 'proof=true&numbers=string', proven(quoted(stands))),
      ask('proof.default', 'proof=false'),
      ask('proof.nothing', { hot: STRANGER, proof: 'true' }, proven(nothing)),
      ...['safe', 'finalized'].map((tag) =>
        ask(`proof.when.${tag}`, `proof=true&blockTag=${tag}`, { body, answers: OPEN }),
      ),
      ask('proof.when.quiet proof.when.final', 'proof=true&atBlock=(quiet.number)', {
        body,
        answers: { ...IMMUTABLE, 'x-block-hash': /^0x/ },
      }),
      ask('proof.when.time', 'proof=true&atTime=(granted.time)', body),
      ask('proof.when.block', 'proof=true&atBlock=(before.number)', proven(nothing)),
      ...Object.entries(CONFLICTS).map(([line, [query, ...refused]]) =>
        ask(`proof.conflict.${line}`, `proof=true&${query}`, refuses(refused)),
      ),
      ask('code.proofs_not_supported', 'proof=true&chainId=43114', notSupported),
    ];
  }),
  // The ledger of this chain is written by hand, and its node does not answer.
  getSample('v2', 'all').ask(
    'code.proof_unavailable',
    'proof=true&chainId=7777777',
    fails(
      'proof_unavailable',
      /^The nodes of Zora do not answer, or do not have block \d+ now\. Try again shortly\.$/,
    ),
  ),
];
