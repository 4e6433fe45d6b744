/** `mandate check --verify`: checks the proof of an answer, and shows each step. */
import { type AnyCheckParameters, type Client, check, type Hex, type When } from '@mandate/sdk';
import {
  confirmCheck,
  ProofError,
  type ProofQuestion,
  type ProvenCheck,
  WitnessError,
} from '@mandate/sdk/proof';
import { UsageError, type Values } from '../options.ts';
import { describeCheck, describeQuestion, describeValue } from '../output/describe-check.ts';
import { createPaint, type Paint, printable, type Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';
import { NodeError } from './node.ts';
import type { Verification } from './verify-options.ts';

const MAINNET = 1;
const NOT_KNOWN = 2;

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
  const proven = await check(client, { ...question, proof: true } as AnyCheckParameters<false, true>);
  const { nodes, ...limits } = verification;
  const steps: Step[] = [];
  const names = nodes.map(({ name }) => name);
  const isJson = values.json || !terminal.isTerminal;
  try {
    // The check itself has validated the fields of its kind.
    const { chainId, registry, kind, to, from, contract, tokenId, rights } = question;
    const asked = {
      chainId,
      registry,
      kind,
      to,
      from,
      contract,
      tokenId,
      rights,
    } as unknown as ProofQuestion;
    const { value, block } = await confirmCheck(asked, proven as ProvenCheck, nodes, {
      ...limits,
      onStep: (step) => steps.push(step),
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
    const failure = readFailure(error, question.chainId ?? MAINNET);
    terminal.printError(
      isJson
        ? writeJson({ error: { ...failure, steps } })
        : describeFailure(failure, steps, describeValue(proven.value), values, terminal),
    );
    return NOT_KNOWN;
  }
}

function readFailure(error: unknown, chainId: number): Failure {
  if (error instanceof ProofError)
    return {
      code: 'not_verified',
      part: error.part,
      detail: error.message.replace(/^Not proven \(\w+\): /, ''),
    };
  if (error instanceof WitnessError && error.chainId !== null)
    throw new UsageError(
      `--rpc is a node of chain ${error.chainId} (${error.witness.name}). The question is about ${chainId}.`,
    );
  if (error instanceof NodeError || error instanceof WitnessError)
    return { code: 'node_unavailable', part: 'anchor', detail: error.message };
  throw error;
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
