/** Writes the answer of a check for people. */
import type { Answer, Explained } from '@mandate/sdk';
import { readRights, type Values } from '../options.ts';
import { createPaint, type Paint, type Terminal } from './terminal.ts';
import { describeAmount, describeBlock, describeGrant, writeRights } from './words.ts';

export type Answered = Answer<boolean | bigint> | Explained<boolean | bigint>;

/** Repeats the question, so that nobody takes the answer to another one for theirs. */
export function describeCheck(answer: Answered, values: Values, terminal: Terminal, suffix = ''): string {
  const paint = createPaint(terminal);
  const verdict = `${describeValue(answer.value)}${suffix}`;
  return [
    paint('bold', answer.value ? paint('green', `✓ ${verdict}`) : paint('red', `✗ ${verdict}`)),
    '',
    ...describeQuestion(values, paint),
    ...describeAnswer(answer, terminal.now(), paint),
  ].join('\n');
}

export function describeValue(value: boolean | bigint): string {
  return typeof value === 'bigint' ? describeAmount(value) : value ? 'yes' : 'no';
}

export function describeQuestion(values: Values, paint: Paint): string[] {
  const rights = values.rights === undefined ? 'full' : writeRights(readRights(values.rights));
  return writeLines(
    [
      ['to', values.to],
      ['from', values.from],
      ['contract', values.contract],
      ['token', values.token],
      ['rights', values.registry === 'v1' ? undefined : rights],
    ],
    paint,
  );
}

function describeAnswer(answer: Answered, now: number, paint: Paint): string[] {
  const { block, safeBlock } = answer;
  return writeLines(
    [
      ['at', describeBlock(block, now)],
      ['', block.hash === null ? undefined : paint('dim', block.hash)],
      ['safe at', safeBlock === null ? undefined : `block ${safeBlock}`],
      ...('because' in answer ? describeReasons(answer, paint) : []),
    ],
    paint,
  );
}

/** Shows each grant with the transaction that made it. */
function describeReasons({ because }: Explained<boolean | bigint>, paint: Paint): [string, string][] {
  return because.flatMap((grant, i): [string, string][] => [
    [i === 0 ? 'because' : '', `${describeGrant(grant)}, since block ${grant.block}`],
    ['', paint('dim', grant.transaction)],
  ]);
}

function writeLines(lines: readonly (readonly [string, string | undefined])[], paint: Paint): string[] {
  return lines.flatMap(([label, text]) =>
    text === undefined ? [] : [`  ${paint('dim', label.padEnd(8))}  ${text}`],
  );
}
