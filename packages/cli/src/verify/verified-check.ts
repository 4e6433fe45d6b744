/** `mandate check --verify`: checks the proof of an answer, and shows each step. */
import type { Client, Hex, When } from '@mandate/sdk';
import {
  type Anchor,
  ProofError,
  type ProofQuestion,
  type ProvenCheck,
  verifyCheck,
} from '@mandate/sdk/proof';
import { getCheck } from '../check-functions.ts';
import { UsageError, type Values } from '../options.ts';
import { describeCheck, describeQuestion, describeValue } from '../output/describe-check.ts';
import { createPaint, type Paint, printable, type Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';
import { createBlockSource } from './block-source.ts';
import { type Node, NodeError } from './node.ts';
import type { Verification } from './verify-options.ts';

const MAINNET = 1;
const NOT_KNOWN = 2;
/** An answer may be this much older than the newest block that the nodes have. */
const MAX_BEHIND_S = 300;
/** Final blocks come in steps of minutes, so the nodes may already know a newer one. */
const MAX_TAGGED_BEHIND_S = 1_800;

export interface AskedQuestion extends When {
  readonly registry: 'v1' | 'v2';
  readonly kind: string;
  readonly chainId?: number | undefined;
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly contract?: string | undefined;
  readonly tokenId?: bigint | undefined;
  readonly rights?: Hex | undefined;
}

interface TaggedBlock {
  readonly number: number;
  readonly timestamp: number;
}

interface Step {
  readonly part: string;
  readonly detail: string;
}

/** A step that did not hold, or that could not be taken. */
interface Failure extends Step {
  readonly code: 'not_verified' | 'node_unavailable';
}

export async function runVerifiedCheck(
  client: Client,
  question: AskedQuestion,
  verification: Verification,
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const { registry, kind, ...parameters } = question;
  const proven = await getCheck(registry, kind)(client, { ...parameters, proof: true });
  const steps: Step[] = [];
  const names = verification.nodes.map(({ name }) => name);
  const isJson = values.json || !terminal.isTerminal;
  try {
    const { value, block } = await verify(question, proven as unknown as ProvenCheck, verification, {
      now: terminal.now(),
      onStep: (step) => steps.push(step.part === 'anchor' ? { ...step, detail: nameNodes(names) } : step),
    });
    const answer = { value, block: { chainId: question.chainId ?? MAINNET, ...block }, safeBlock: null };
    terminal.print(
      isJson
        ? writeJson({ value, block: answer.block, verified: { nodes: names, steps } })
        : [
            describeCheck(answer, values, terminal, ', verified'),
            describeSteps(steps, null, createPaint(terminal)),
          ].join('\n\n'),
    );
    return value ? 0 : 1;
  } catch (error) {
    const failure = readFailure(error);
    terminal.printError(
      isJson
        ? writeJson({ error: { ...failure, steps } })
        : describeFailure(failure, steps, describeValue(proven.value), values, terminal),
    );
    return NOT_KNOWN;
  }
}

/** Throws what did not hold. */
async function verify(
  { chainId, registry, kind, to, from, contract, tokenId, rights }: AskedQuestion,
  proven: ProvenCheck,
  { nodes, maxAgeSeconds, atBlock, blockTag }: Verification,
  { now, onStep }: { now: number; onStep: (step: Step) => void },
) {
  await assertChain(nodes, chainId ?? MAINNET);
  const newest = atBlock === undefined ? await findNewest(nodes, blockTag ?? 'latest') : null;
  // The check itself has validated the fields of its kind.
  const question = {
    chainId,
    registry,
    kind,
    to,
    from,
    contract,
    tokenId,
    rights,
  } as unknown as ProofQuestion;
  const block = nodes.map(createBlockSource);
  const anchor: Anchor =
    newest === null && maxAgeSeconds === undefined
      ? { block, minBlock: atBlock ?? 0 }
      : { block, minBlock: atBlock, maxAgeSeconds: maxAgeSeconds ?? findMaxAge(newest, blockTag, now) };
  const verified = await verifyCheck(question, proven, anchor, { onStep });
  const { number } = verified.block;
  if (atBlock !== undefined && number !== atBlock)
    throw new ProofError('anchor', `The proof is of block ${number}, not of block ${atBlock}.`);
  if (newest && blockTag && number > newest.number)
    throw new ProofError('anchor', `Block ${number} is not ${blockTag} yet: --rpc says ${newest.number}.`);
  return verified;
}

async function assertChain(nodes: readonly Node[], chainId: number): Promise<void> {
  for (const node of nodes) {
    const found = Number(await node.request({ method: 'eth_chainId' }));
    if (found === chainId) continue;
    throw new UsageError(
      `--rpc is a node of chain ${found} (${node.name}). The question is about ${chainId}.`,
    );
  }
}

/** Measures the age from the newest block of the nodes, since some chains make blocks rarely. */
function findMaxAge(newest: TaggedBlock | null, blockTag: string | undefined, now: number): number {
  const ageS = newest ? Math.max(0, Math.floor(now / 1_000) - newest.timestamp) : 0;
  return ageS + (blockTag ? MAX_TAGGED_BEHIND_S : MAX_BEHIND_S);
}

/** Returns the newest block of these nodes with a tag. Its number is the smallest: all nodes have to call a block final. */
async function findNewest(nodes: readonly Node[], tag: string): Promise<TaggedBlock> {
  const blocks = await Promise.all(nodes.map((node) => readBlock(node, tag)));
  return {
    number: Math.min(...blocks.map(({ number }) => number)),
    timestamp: Math.max(...blocks.map(({ timestamp }) => timestamp)),
  };
}

const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{1,13}$/.test(value);

async function readBlock(node: Node, tag: string): Promise<TaggedBlock> {
  const block = await node.request({ method: 'eth_getBlockByNumber', params: [tag, false] });
  const { number, timestamp } = (block ?? {}) as Readonly<Record<string, unknown>>;
  if (!isQuantity(number) || !isQuantity(timestamp))
    throw new NodeError(`The node at ${node.name} has no ${tag} block. Ask another one.`);
  return { number: Number(number), timestamp: Number(timestamp) };
}

function readFailure(error: unknown): Failure {
  if (error instanceof ProofError)
    return {
      code: 'not_verified',
      part: error.part,
      detail: error.message.replace(/^Not proven \(\w+\): /, ''),
    };
  if (error instanceof NodeError) return { code: 'node_unavailable', part: 'anchor', detail: error.message };
  throw error;
}

/** Says which nodes have the block, e.g. "a.example and b.example have the block." */
function nameNodes(names: readonly string[]): string {
  return `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} the block.`;
}

const PART_WIDTH = 8;

function describeSteps(steps: readonly Step[], failure: Failure | null, paint: Paint): string {
  const write = (mark: string, { part, detail }: Step) =>
    `  ${mark} ${paint('dim', part.padEnd(PART_WIDTH))}  ${printable(detail)}`;
  return [
    ...steps.map((step) => write(paint('green', '✓'), step)),
    ...(failure ? [write(paint('red', '✗'), failure)] : []),
  ].join('\n');
}

function describeFailure(
  failure: Failure,
  steps: readonly Step[],
  said: string,
  values: Values,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  const isLie = failure.code === 'not_verified';
  const verdict = isLie ? paint('red', '✗ not verified') : paint('yellow', '? unknown');
  const advice = isLie
    ? `The service said "${said}" without a proof that holds. Do not rely on its answer.`
    : `The service said "${said}". Nothing has confirmed it yet: try again, or pass another --rpc.`;
  return [
    paint('bold', verdict),
    describeQuestion(values, paint).join('\n'),
    describeSteps(steps, failure, paint),
    advice,
  ].join('\n\n');
}
