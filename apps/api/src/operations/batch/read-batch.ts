/** From a body to questions, or to everything that is wrong with it. */
import type { Kind, Question, Registry } from '@mandate/core';
import { type ParameterError, ProblemError } from '../../http/problems.ts';
import { findConflicts } from '../../request/at-block.ts';
import { MAINNET } from '../../request/chains.ts';
import { type Numbers, numbers, proof, WHEN, type When } from '../../request/parameters.ts';
import { findProofConflicts, MAX_PROVEN_CHECKS } from '../../request/proof.ts';
import { QUESTIONS, type QuestionParameters, questionOf } from '../../request/question.ts';
import { createReadJson, isObject, type JsonObject, readObject } from '../../request/read-body.ts';
import { refuse } from '../../request/read-parameters.ts';

export const MAX_CHECKS = 1_000;
const MAX_ERRORS = 20;
const FORM = '{"checks": [{"registry": "v2", "kind": "erc721", …}, …]}';

export interface BatchCheck {
  readonly question: Question;
  /** The chain as it was sent. Without it, mainnet is asked. */
  readonly chainId: number | undefined;
}

export interface Batch {
  readonly checks: readonly BatchCheck[];
  readonly when: When;
  readonly numbers: Numbers | undefined;
  readonly proof: boolean;
}

type ReadCheck = (given: JsonObject, errors: ParameterError[]) => BatchCheck | null;

const readWhen = createReadJson({ ...WHEN, numbers, proof }, ['checks'], 'a batch');

const REGISTRIES: ReadonlyMap<unknown, ReadonlyMap<unknown, ReadCheck>> = new Map(
  [...QUESTIONS].map(([registry, kinds]) => [
    registry,
    new Map([...kinds].map(([kind, parameters]) => [kind, createReadCheck(registry, kind, parameters)])),
  ]),
);

function createReadCheck(registry: Registry, kind: Kind, parameters: QuestionParameters): ReadCheck {
  const owner = `a ${registry} check of kind "${kind}"`;
  const readJson = createReadJson({ ...parameters }, ['registry', 'kind'], owner);
  return (given, errors) => {
    const values = readJson(given, errors);
    if (errors.length > 0) return null;
    return { question: questionOf(registry, kind, values), chainId: values.chainId };
  };
}

export function readBatch(body: Buffer): Batch {
  const given = readObject(body, FORM);
  const errors: ParameterError[] = [];
  const { numbers, proof = false, ...when } = readWhen(given, errors);
  errors.push(...findConflicts(when), ...findProofConflicts({ ...when, proof }));
  const { checks, unread } = readChecks(given['checks'], proof, errors);
  if (new Set(checks.map(chainOf)).size > 1) errors.push(...findNumbered(when));
  if (errors.length > 0) throw refuseFirst(errors, unread);
  return { checks, when, numbers, proof };
}

export const chainOf = ({ chainId = MAINNET }: BatchCheck) => chainId;

function readChecks(given: unknown, proof: boolean, errors: ParameterError[]) {
  const checks: BatchCheck[] = [];
  const max = proof ? MAX_PROVEN_CHECKS : MAX_CHECKS;
  if (!Array.isArray(given) || given.length === 0 || given.length > max) {
    const range = proof ? `with proof, send 1 to ${max}` : `send 1 to ${max}`;
    errors.push({ parameter: 'checks', message: `${describeList(given)}: ${range} of them.` });
    return { checks, unread: 0 };
  }
  for (const [i, each] of given.entries()) {
    // Enough to begin with: what is refused must not cost more than what is answered.
    if (errors.length >= MAX_ERRORS) return { checks, unread: given.length - i };
    const own: ParameterError[] = [];
    const check = readCheck(each, own);
    for (const { parameter, message } of own) {
      errors.push({ parameter: `checks[${i}]${parameter && `.${parameter}`}`, message });
    }
    if (check) checks.push(check);
  }
  return { checks, unread: 0 };
}

function describeList(given: unknown): string {
  if (given === undefined) return 'is missing';
  return Array.isArray(given) ? `has ${given.length} checks` : 'is not a list of checks';
}

function readCheck(given: unknown, errors: ParameterError[]): BatchCheck | null {
  const refuseField = (parameter: string, message: string) => {
    errors.push({ parameter, message });
    return null;
  };
  if (!isObject(given))
    return refuseField('', 'must be an object, e.g. {"registry": "v2", "kind": "all", …}.');
  const kinds = REGISTRIES.get(given['registry']);
  if (!kinds) return refuseField('registry', 'must be "v1" or "v2".');
  const read = kinds.get(given['kind']);
  if (read) return read(given, errors);
  const names = [...kinds.keys()].map((kind) => `"${kind}"`).join(', ');
  return refuseField('kind', `must be one of ${names}, the kinds of this registry.`);
}

/** The number of a block means another moment on every chain. */
function findNumbered(when: When): ParameterError[] {
  const message =
    'names a block of one chain, but the checks are of several chains: send one batch per chain.';
  const named = (['atBlock', 'minBlock'] as const).filter((name) => when[name] !== undefined);
  return named.map((parameter) => ({ parameter, message }));
}

/** Names the first of them: a thousand would help nobody. */
function refuseFirst(errors: readonly ParameterError[], unread: number): ProblemError {
  if (errors.length === 1) return refuse(errors);
  const named = errors.slice(0, MAX_ERRORS);
  const names = named.map(({ parameter }) => parameter).join(', ');
  const more = errors.length > named.length ? ` and ${errors.length - named.length} more` : '';
  const rest = unread > 0 ? ` The last ${unread} checks were not read.` : '';
  const detail = `${errors.length} fields are wrong: ${names}${more}.${rest}`;
  return new ProblemError('invalid_parameters', detail, named);
}
