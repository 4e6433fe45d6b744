/** What an operator may say of a chain. Nothing but nodes is required. */
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

function wholeNumber(least: number) {
  const message = `must be a whole number, ${least} or more`;
  return z.int(message).min(least, message);
}

const flag = () => z.boolean('must be true or false');
const node = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** Fields that are read by nobody are slips: what they were to change would stay as it is. */
function strictly<T extends z.core.$ZodShape>(fields: T, shape: string) {
  return z.strictObject(fields, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `must be like ${shape}`;
      // A slip of the pen is short; what is long may be a node's URL with a key in it.
      const names = issue.keys.map((key) => (/^\w{1,20}$/.test(key) ? `"${key}"` : 'one that is not a word'));
      return `has fields that do not exist: ${names.join(', ')}. There are ${Object.keys(fields).join(', ')}`;
    },
  });
}

/** `without` says what holds where a field is left out and has no default. */
export const chainFields = strictly(
  {
    nodes: z.array(node, 'must be a list of URLs').min(1, 'must name at least one node').meta({
      description: 'URLs of its nodes, http or https. Two or more: a second one sees what the first hides',
      without: 'required',
    }),
    quorum: wholeNumber(1).optional().meta({
      description: 'how many nodes have to give the same answer',
      without: '2, or 1 with one node',
    }),
    maxLagSeconds: wholeNumber(1).default(120).meta({
      description:
        'how old the newest block may be, and how long the indexer may be silent; beyond it the API says 503 `chain_lagging`',
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
      without: "the catalogue's, else 2000",
    }),
    startBlock: wholeNumber(0).optional().meta({
      description: 'the first block that can hold a delegation',
      without: "the catalogue's, else found by bisecting `eth_getCode`",
    }),
    pollMs: wholeNumber(50).optional().meta({
      description: 'how often the indexer looks at the head',
      without: 'half a block time, from 500 to 4000',
    }),
    bloom: flag().optional().meta({
      description: "whether logs are held against the bloom of their block's header",
      without: "the catalogue's, else `true`",
    }),
    receipts: flag().optional().meta({
      description: "whether logs are held against the receipts root of their block's header",
      without: "the catalogue's, else `false`",
    }),
    safeDepth: wholeNumber(1).optional().meta({
      description: 'only for a chain that has no `safe` tag: how far below the head a block is safe',
      without: "the catalogue's, else the nodes' tag",
    }),
    finalizedDepth: wholeNumber(1).optional().meta({
      description: 'only for a chain that has no `finalized` tag: how far below the head a block is final',
      without: "the catalogue's, else the nodes' tag",
    }),
    registries: strictly({ v1: address.optional(), v2: address.optional() }, '{"v2": "0x…"}')
      .optional()
      .meta({
        description: 'the addresses of its registries, as `{"v1": "0x…", "v2": "0x…"}`',
        without: "the catalogue's; required for a chain that is not in it",
      }),
    name: z.string('must be a text').optional().meta({
      description: 'how it is called',
      without: "the catalogue's, else `Chain` and its id",
    }),
  },
  '{"nodes": ["https://your-node"]}',
);

export type ChainFields = z.output<typeof chainFields>;
