/** Validates the form. Returns a question, or the problem of each field. */
import { isBytes32, type Read, readAddress, readRights, readTokenId } from '../../ui/read/read-field.ts';
import type { Check, Question } from './check-kinds.ts';
import type { TextField } from './check-search.ts';
import { readMoment } from './read-moment.ts';
import type { WhenKind } from './when-kinds.ts';

export type Texts = Readonly<Record<TextField, string>>;
export type Problems = { [Field in TextField]?: string | undefined };

export type ReadQuestion =
  | { readonly question: Question; readonly problems?: never }
  | { readonly question?: never; readonly problems: Problems };

interface Form {
  readonly check: Check;
  readonly chainId: number;
  readonly when: WhenKind | undefined;
  readonly texts: Texts;
}

export function readQuestion({ check, chainId, when, texts }: Form): ReadQuestion {
  const problems: Problems = {};
  function take<T>(field: TextField, read: Read<T>): T | undefined {
    if ('value' in read) return read.value;
    problems[field] = read.problem;
    return undefined;
  }
  const to = take('to', readAddress(texts.to, 'wallet'));
  const from = take('from', readAddress(texts.from, 'wallet'));
  const contract = check.hasContract ? take('contract', readAddress(texts.contract, 'contract')) : undefined;
  const tokenId = check.hasTokenId ? take('tokenId', readTokenId(texts.tokenId)) : undefined;
  const rights = check.hasRights ? take('rights', readRights(texts.rights)) : undefined;
  const { moment, problem } = readMoment(when, texts.at);
  if (problem) problems.at = problem;
  if (Object.keys(problems).length > 0 || !to || !from) return { problems };
  return {
    question: {
      check,
      chainId,
      to,
      from,
      ...(contract && { contract }),
      ...(tokenId !== undefined && { tokenId }),
      ...(rights && { rights }),
      ...(rights && !isBytes32(texts.rights) && { rightsText: texts.rights.trim() }),
      ...(moment && { moment }),
    },
  };
}
