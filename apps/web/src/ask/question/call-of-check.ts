/** Converts a check into a call for the code snippets. */
import type { Question } from './check-kinds.ts';
import { type Moment, parameterOf } from './moments.ts';
import type { Call } from './snippets.ts';

export function callOfCheck(question: Question): Call {
  const { check, chainId, to, from, contract, tokenId, rights, rightsText, moment } = question;
  const [toName, fromName] = check.parties;
  return {
    path: check.path,
    parameters: given([
      [toName, to],
      [fromName, from],
      ['contract', contract],
      ['tokenId', tokenId?.toString()],
      ['rights', rights],
      ['chainId', String(chainId)],
      ...(moment ? [parameterOf(moment)] : []),
    ]),
    functionName: check.functionName,
    fields: given([
      ['chainId', String(chainId)],
      ['to', `'${to}'`],
      ['from', `'${from}'`],
      ['contract', contract && `'${contract}'`],
      ['tokenId', tokenId !== undefined ? `${tokenId}n` : undefined],
      ['rights', rightsText ? `rightsFromText(${quote(rightsText)})` : rights && `'${rights}'`],
      ...(moment ? [fieldOf(moment)] : []),
    ]),
    imports: rightsText ? ['rightsFromText'] : [],
    result: ['{ value, block }', "value, 'at block', block.number"],
    isOfBlock: true,
  };
}

type Pair = readonly [string, string];

export function given(pairs: readonly (readonly [string, string | undefined])[]): Pair[] {
  return pairs.filter((pair): pair is Pair => pair[1] !== undefined);
}

export function fieldOf(moment: Moment): Pair {
  const [name, value] = parameterOf(moment);
  if (moment.when === 'block') return [name, value];
  return [name, moment.when === 'time' ? `new Date('${value}')` : `'${value}'`];
}

export function quote(text: string): string {
  return /['\\]|[^\x20-\x7e]/.test(text) ? JSON.stringify(text) : `'${text}'`;
}
