/** Questions for both the service (over HTTP) and a contract (as a view). */

import { viewOfIncoming, viewOfOutgoing, viewOfQuestion } from '@mandate/contracts';
import type { Address, Delegation, Question, Registry } from '@mandate/core';
import { answerCheck } from '../answer-check.ts';
import type { ViewQuestion } from '../contract-answers.ts';
import { nameAddress, nameGrant } from '../names.ts';
import { type DelegationJson, parametersOf, readAnswer, readDelegation } from '../records.ts';

export interface ComparedQuestion extends ViewQuestion {
  readonly name: string;
  /** The vault of a check. Null for a list, which may contain several. */
  readonly vault: Address | null;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parses the body of a reply into the form that the view returns. */
  read(body: string): unknown;
  /** Returns the answer if exactly these delegations are in force. */
  answerFrom(delegations: readonly Delegation[]): unknown;
}

export function askCheck(question: Question): ComparedQuestion {
  return {
    name: `check ${nameGrant(question)}`,
    vault: question.from,
    path: `/registry/${question.registry}/check/${question.kind}`,
    query: parametersOf(question),
    registry: question.registry,
    view: viewOfQuestion(question),
    read: (body) => readAnswer(JSON.parse(body)),
    answerFrom: (delegations) => answerCheck(question, delegations),
  };
}

export function askExplained(question: Question): ComparedQuestion {
  const check = askCheck(question);
  return {
    ...check,
    name: `explained ${check.name}`,
    query: { ...check.query, explain: 'true' },
    read: (body) => readAnswer((JSON.parse(body) as { value: unknown }).value),
  };
}

/** Asks for the delegations from and to a wallet in one list. A delegation to itself appears once. */
export function askList(registry: Registry, wallet: Address): ComparedQuestion {
  const [outgoing, incoming] = [viewOfOutgoing(registry, wallet), viewOfIncoming(registry, wallet)];
  return {
    name: `${registry} list of ${nameAddress(wallet)}`,
    vault: null,
    path: `/registry/${registry}/${wallet}`,
    query: {},
    registry,
    view: {
      calls: [...outgoing.calls, ...incoming.calls],
      read: (results) => [
        ...outgoing.read(results.slice(0, outgoing.calls.length)),
        ...incoming.read(results.slice(outgoing.calls.length)).filter(({ from }) => from !== wallet),
      ],
    },
    read: (body) => (JSON.parse(body) as DelegationJson[]).map((row) => readDelegation(registry, row)),
    answerFrom: (delegations) =>
      delegations.filter(
        (each) => each.registry === registry && (each.from === wallet || each.to === wallet),
      ),
  };
}
