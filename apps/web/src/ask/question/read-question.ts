/** Validates the form. Returns a question, or the problem of each field. */
import {
  collectProblems,
  isBytes32,
  readAddress,
  readRights,
  readTokenId,
} from '../../ui/read/read-field.ts';
import { findCheck, type Question } from './check-kinds.ts';
import { type CheckSearch, type TextField, textsOf } from './check-search.ts';
import { readMoment } from './read-moment.ts';

export type Problems = { readonly [Field in TextField]?: string };

export type ReadQuestion =
  | { readonly question: Question; readonly problems?: never }
  | { readonly question?: never; readonly problems: Problems };

export function readQuestion(search: CheckSearch, chainId: number): ReadQuestion {
  const { when } = search;
  const check = findCheck(search.registry ?? 'v2', search.kind ?? 'all');
  const texts = textsOf(search);
  const { problems, take, hasProblems } = collectProblems<TextField>();
  const to = take('to', readAddress(texts.to, 'wallet'));
  const from = take('from', readAddress(texts.from, 'wallet'));
  const contract = check.hasContract ? take('contract', readAddress(texts.contract, 'contract')) : undefined;
  const tokenId = check.hasTokenId ? take('tokenId', readTokenId(texts.tokenId)) : undefined;
  const rights = check.hasRights ? take('rights', readRights(texts.rights)) : undefined;
  const moment = take('at', readMoment(when, texts.at));
  if (hasProblems() || !to || !from) return { problems };
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
