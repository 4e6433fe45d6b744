/** The operations that go beyond the registries' own questions. */
import { FEED_PARAMETERS } from '../operations/changes/parameters.ts';
import { RESOLVE_PARAMETERS } from '../operations/resolve/parameters.ts';
import { SNAPSHOT_PARAMETERS } from '../operations/snapshots/parameters.ts';
import { BLOCK_HEADERS } from '../request/freshness.ts';
import type { Parameter } from '../request/parameters.ts';
import { describeParameter, exampleOf, problemResponses, REFUSALS } from './describe-parts.ts';
import { LIMIT_HEADERS, LINK } from './headers.ts';
import { type Json, ref } from './schemas.ts';

interface Beyond {
  readonly id: string;
  readonly method?: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Json;
  readonly headers?: readonly string[];
  readonly content: Json;
}

const json = (name: string, id: string) => ({
  'application/json': { schema: ref(`schemas/${name}`), ...exampleOf(id) },
});

export const BEYOND: readonly Beyond[] = [
  {
    id: 'resolve',
    path: '/resolve',
    summary: 'Which vaults does this hot wallet act for?',
    description:
      'The vaults that grant a hot wallet what is asked for, or the hot wallets that a vault grants it: all chains and both registries in one ' +
      'call, each wallet once, with its broadest and narrowest grant on each chain. The rules are those of the checks: for every ' +
      'wallet that is named the check of the same scope says yes, and for nobody else. A chain that can not answer is listed as unknown.',
    parameters: RESOLVE_PARAMETERS,
    headers: ['Link'],
    content: json('Resolved', 'resolve'),
  },
  {
    id: 'batch',
    method: 'post',
    path: '/batch',
    summary: 'Up to 1,000 checks at once',
    description:
      'Checks of any kind, chain and version, answered in their order, all of one chain at one block. What is not known is `null`, with the ' +
      'reason: never a no. Without a key a batch counts as one request for every 40 checks begun.',
    body: { schema: ref('schemas/Batch') },
    content: json('BatchAnswers', 'batch'),
  },
  {
    id: 'changes',
    path: '/changes',
    summary: 'What happens: a feed that survives reorgs',
    description:
      'Grants, revocations and changes of amounts, of all chains and both registries, in the order of the ledger; and each of them again, ' +
      'with `undone`, the newest first, when a reorg takes it back. Who does what each says has what the ledger has. As Server-Sent ' +
      'Events with `Accept: text/event-stream` (each `id` is the cursor after it), and as pages otherwise. It goes on for chains that ' +
      'lag or contradicted themselves: what was wrong is undone later.',
    parameters: FEED_PARAMETERS,
    content: {
      ...json('Changes', 'changes'),
      'text/event-stream': {
        schema: { type: 'string', description: 'Events `change`, with a `Change` as their data' },
      },
    },
  },
  {
    id: 'snapshot',
    path: '/snapshots/{chainId}/{block}',
    summary: 'Everything that touches a contract at a final block',
    description:
      'Every delegation that stood at the end of a final block over a contract, its tokens, or a whole wallet, which covers every contract; by ' +
      'block, then position in it. The same bytes from every service that has read the chain. For airdrops and votes.',
    parameters: SNAPSHOT_PARAMETERS,
    headers: BLOCK_HEADERS,
    content: {
      'application/jsonl': {
        schema: {
          type: 'string',
          description: 'A JSON object a line: the fields of a `StandingGrant` without `since`, and `log`',
        },
      },
      'text/csv': {
        schema: { type: 'string', description: 'The same fields as columns, their names first' },
      },
    },
  },
];

export function describeBeyond(): [string, Json][] {
  return BEYOND.map(
    ({ id, method = 'get', path, summary, description, parameters = [], body, headers = [], content }) => [
      path,
      {
        [method]: {
          operationId: id,
          tags: ['beyond'],
          summary,
          description,
          security: [{}, { apiKey: [] }],
          parameters: parameters.map(describeParameter),
          ...(body ? { requestBody: { required: true, content: { 'application/json': body } } } : {}),
          responses: {
            200: {
              description: 'The answer',
              headers: Object.fromEntries(
                [...headers, ...Object.keys(LIMIT_HEADERS)].map((name) => [
                  name,
                  name === 'Link' ? LINK : ref(`headers/${name}`),
                ]),
              ),
              content,
            },
            ...problemResponses(REFUSALS.v2),
          },
        },
      },
    ],
  );
}
