/** Writes the result of a comparison for people. */
import type { BatchCheck } from '@mandate/sdk';
import { describeValue } from '../output/describe-check.ts';
import { createPaint, type Paint, printable, type Terminal } from '../output/terminal.ts';
import { writeRights } from '../output/words.ts';
import type { Comparison, Service } from './compare-services.ts';
import type { Judgement, Testimony } from './judge-difference.ts';

/** The services have different blocks with the same number. */
export const isForked = ({ hashes: [a, b] }: Comparison) => a !== null && b !== null && a !== b;

export interface ComparisonReport extends Comparison {
  readonly chainId: number;
  readonly seed: number;
  readonly judgements: readonly Judgement[];
}

/** Describes a comparison for people. */
export function describeComparison(
  report: ComparisonReport,
  services: readonly Service[],
  terminal: Terminal,
): string {
  const { block, chainId, hashes, asked, positive, unknown, differences, judgements } = report;
  const paint = createPaint(terminal);
  const isForkedNow = isForked(report);
  const verdict =
    differences.length > 0
      ? paint('red', `✗ ${differences.length} of ${asked} answers differ`)
      : isForkedNow
        ? paint('red', '✗ the blocks differ')
        : unknown > 0
          ? paint('yellow', `? ${unknown} of ${asked} questions have no answer`)
          : paint('green', `✓ ${asked} of ${asked} answers are the same`);
  const [hash] = hashes;
  const lines: (readonly [string, string])[] = [
    ...services.map(({ name, client }) => [name, client.baseUrl] as const),
    ['at', `block ${block} of chain ${chainId}`],
    ...(isForkedNow
      ? [['', `A: ${hashes[0]}`] as const, ['', `B: ${hashes[1]}`] as const]
      : hash
        ? [['', paint('dim', hash)] as const]
        : []),
    ['asked', `${asked} questions: ${positive} yes, ${differences.length} different, ${unknown} unknown`],
    ['seed', String(report.seed)],
  ];
  const shown = judgements.map((judgement) => describeJudgement(judgement, paint));
  const rest = differences.length - judgements.length;
  return [
    paint('bold', verdict),
    lines.map(([label, text]) => `  ${paint('dim', label.padEnd(8))}  ${text}`).join('\n'),
    ...shown,
    ...(rest > 0 ? [`${rest} more differences were not judged.`] : []),
  ].join('\n\n');
}

function describeJudgement({ question, proven, testimonies }: Judgement, paint: Paint): string {
  return [
    describeQuestion(question),
    ...testimonies.map((testimony) => describeTestimony(testimony, proven, paint)),
  ].join('\n');
}

function describeTestimony(
  { service, said, proven, failure }: Testimony,
  truth: Testimony['proven'],
  paint: Paint,
): string {
  const isRight = said === truth;
  const mark = truth === null ? paint('yellow', '?') : isRight ? paint('green', '✓') : paint('red', '✗');
  const answer = said === null ? 'unknown' : describeValue(said);
  const reason = printable(failure ?? '');
  const words = {
    open: `not proven: ${reason}`,
    right: proven === null ? 'right, by the proof of the other' : 'right: its proof holds',
    wrong: proven === null ? `wrong: ${reason}` : 'wrong: its own proof shows something else',
  }[truth === null ? 'open' : isRight ? 'right' : 'wrong'];
  return `  ${mark} ${service} says ${answer.padEnd(4)}  ${words}`;
}

function describeQuestion(question: BatchCheck): string {
  const { registry, kind, from, to } = question;
  const fields = question as { contract?: string; tokenId?: bigint; rights?: `0x${string}` };
  const scope = [
    fields.contract && `contract ${fields.contract}`,
    fields.tokenId !== undefined && `token ${fields.tokenId}`,
    fields.rights && `rights ${writeRights(fields.rights)}`,
  ].filter(Boolean);
  return [`${registry} ${kind}: may ${to} act for ${from}?`, ...scope.map((text) => `  ${text}`)].join('\n');
}
