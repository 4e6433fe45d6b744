/** The fields of a chain in `CHAINS`. Only `nodes` is required. */
import { parseAddress } from '@mandate/core';
import { z } from 'zod';

const address = z.string('must be a text').transform((text, context) => {
  try {
    return parseAddress(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an address: 0x followed by 40 hex digits' });
    return z.NEVER;
  }
});

function wholeNumber(min: number) {
  const message = `must be a whole number, ${min} or more`;
  return z.int(message).min(min, message);
}

const flag = () => z.boolean('must be true or false');
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/**
 * A URL that everyone gets to see, and that becomes a part of the site's security policy: credentials would be public, and a
 * separator of the policy's syntax could open it.
 */
const publicUrl = url.refine((text) => {
  const { username = '', password = '', hostname = '' } = URL.parse(text) ?? {};
  return !username && !password && /^[\w.:[\]-]+$/.test(hostname);
}, 'must be a URL without a user, a password or separators: everyone can see it');

/** Refuses unknown fields: a misspelt field would silently have no effect. */
function strictly<T extends z.core.$ZodShape>(fields: T, shape: string) {
  return z.strictObject(fields, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `must be like ${shape}`;
      // A misspelt field is short. Longer text may be a node's URL with a key in it.
      const names = issue.keys.map((key) => (/^\w{1,20}$/.test(key) ? `"${key}"` : 'one that is not a word'));
      return `has fields that do not exist: ${names.join(', ')}. There are ${Object.keys(fields).join(', ')}`;
    },
  });
}

/** The label of a node is shown to everyone, so it must not look like a URL. */
const label = z
  .string('must be a text')
  .regex(/^[\w.:-]{1,40}$/, 'must be 1 to 40 letters, digits, dots, colons or hyphens');

/** A node may be given as its URL alone. */
export const nodeFields = strictly(
  {
    url: url.meta({ description: 'its URL, http or https', without: 'required' }),
    label: label.optional().meta({
      description: 'its name on the status page, in metrics and in logs',
      without: 'its host; the status page then shows its place, such as `node-1`',
    }),
    stateOnly: flag().default(false).meta({
      description:
        'use it only for state that the other nodes lack, e.g. an archive node billed per call. It has no vote, and [its answers are trusted alone](indexing.md#nodes-for-state-only)',
    }),
    callsPerSecond: wholeNumber(1).optional().meta({
      description:
        'how many calls it may get in a second; nodes with the same label share one [budget](indexing.md#budgets), on all chains together',
      without: 'no limit',
    }),
    callsPerMonth: wholeNumber(1).optional().meta({
      description:
        'how many calls it may get in a calendar month (UTC), counted across restarts and shared in the same way',
      without: 'no limit',
    }),
    costPerMillionCalls: z.number('must be a number').positive('must be more than 0').optional().meta({
      description: 'what a million calls cost, in the currency of your choice, to show what a day costs',
      without: 'no cost is shown',
    }),
  },
  '{"url": "https://your-node"}',
);

const node = z.preprocess((value) => (typeof value === 'string' ? { url: value } : value), nodeFields);

/** `without` describes the default of a field that has no fixed one. */
export const chainFields = strictly(
  {
    nodes: z.array(node, 'must be a list of URLs').min(1, 'must name at least one node').meta({
      description:
        'its nodes, each as a URL or as an [object](#nodes). Name two or more: a second one notices what the first one hides',
      without: 'required',
    }),
    quorum: wholeNumber(1).optional().meta({
      description: 'how many nodes have to give the same answer',
      without: '2, or 1 with one node',
    }),
    maxLagSeconds: wholeNumber(1).default(120).meta({
      description:
        'how old the newest block may be, and how long the indexer may be silent; beyond that, the API answers 503 `chain_lagging`',
    }),
    maxQuietSeconds: z
      .union([z.literal('unlimited'), wholeNumber(1)], 'must be a whole number, 1 or more, or "unlimited"')
      .optional()
      .meta({
        description:
          'for a chain that mines on demand: how old its newest block may be, instead of `maxLagSeconds`; `"unlimited"` for a local chain only',
        without: "the catalogue's estimate, else `maxLagSeconds`",
      }),
    blockTimeMs: wholeNumber(1).optional().meta({
      description: 'how long a block takes',
      without: "the catalogue's, else measured",
    }),
    startBlock: wholeNumber(0).optional().meta({
      description:
        'the block to read the chain from: the first that can hold a delegation, or any before it. `find-start` finds it with an archive node, which saves calls',
      without: "the catalogue's, else `0`",
    }),
    pollMs: wholeNumber(50).optional().meta({
      description: 'how often the indexer looks at the head',
      without: 'when the next block is due, and every 2000 on chains with faster blocks',
    }),
    form: z.enum(['careful', 'fast'], 'must be "careful" or "fast"').optional().meta({
      description:
        'how new blocks are read: `careful`, each by its hash, or `fast`, in [ranges](indexing.md#the-two-forms)',
      without: '`careful` with up to 30 blocks a minute, else `fast`',
    }),
    bloom: flag().optional().meta({
      description: "whether logs are held against the bloom of their block's header",
      without: "the catalogue's, else `true`",
    }),
    receipts: flag().optional().meta({
      description: "whether logs are held against the receipts root of their block's header",
      without: "the catalogue's, else `false`",
    }),
    header: flag().optional().meta({
      description:
        'whether the hash of each header is computed again. Set `false` if this stops a chain after its headers got a new field',
      without: "the catalogue's, else `false`",
    }),
    proofs: flag().optional().meta({
      description:
        'whether storage is read with [proofs](../trust/nodes.md#storage-is-proven), and checks may be asked with `proof=true`',
      without: "the catalogue's, unless `header` is `false`; else `false`",
    }),
    safeDepth: wholeNumber(1).optional().meta({
      description: 'only for a chain that has no `safe` tag: how far below the head a block is safe',
      without: "the nodes' tag",
    }),
    finalizedDepth: wholeNumber(1).optional().meta({
      description: 'only for a chain that has no `finalized` tag: how far below the head a block is final',
      without: "the nodes' tag",
    }),
    needsTo: flag().optional().meta({
      description:
        'whether its nodes refuse an `eth_call` without `to`, as those of ZK Stack chains do: then contracts are read with ordinary calls, which takes more of them',
      without: "the catalogue's, else `false`",
    }),
    registries: strictly({ v1: address.optional(), v2: address.optional() }, '{"v2": "0x…"}')
      .optional()
      .meta({
        description: 'the addresses of its registries, as `{"v1": "0x…", "v2": "0x…"}`: these and no others',
        without:
          "the catalogue's, and [those that are found](indexing.md#which-registries-a-chain-has); required for a chain that is not in it",
      }),
    publicNode: publicUrl.nullable().default(null).meta({
      description:
        "URL of a node that browsers may ask for block hashes, shown in `/networks` and allowed by the site's security policy. Visitors [verify answers](../guides/verify.md#in-the-browser) with it. Never a URL with a key",
      without: "none: visitors' wallets only",
    }),
    name: z.string('must be a text').optional().meta({
      description: 'how it is called',
      without: "the catalogue's, else `Chain` and its id",
    }),
  },
  '{"nodes": ["https://your-node"]}',
);

export type ChainFields = z.output<typeof chainFields>;
