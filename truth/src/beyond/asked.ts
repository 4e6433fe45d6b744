/** Questions that are put to the service over HTTP and to a contract as a view. */
import {
  type Address,
  type Delegation,
  identify,
  type Question,
  type Registry,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from '@mandate/core';
import type { AskedView } from '../contract-answers.ts';
import { nameAddress, nameGrant } from '../names.ts';
import { parametersOf, type Row, readAnswer, readRow } from '../records.ts';

export interface Asked extends AskedView {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The answer in the body of a reply, as the view has it. */
  read(body: string): unknown;
}

export function askCheck(question: Question): Asked {
  return {
    name: `check ${nameGrant(question)}`,
    path: `/registry/${question.registry}/check/${question.kind}`,
    query: parametersOf(question),
    registry: question.registry,
    view: viewOfQuestion(question),
    read: (body) => readAnswer(JSON.parse(body)),
  };
}

export function askExplained(question: Question): Asked {
  const check = askCheck(question);
  return {
    ...check,
    name: `explained ${check.name}`,
    query: { ...check.query, explain: 'true' },
    read: (body) => readAnswer((JSON.parse(body) as { value: unknown }).value),
  };
}

/** What a wallet gave and was given, in one list. What it gave itself is in it once. */
export function askList(registry: Registry, wallet: Address): Asked {
  const [outgoing, incoming] = [viewOfOutgoing(registry, wallet), viewOfIncoming(registry, wallet)];
  return {
    name: `${registry} list of ${nameAddress(wallet)}`,
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
    read: (body) => (JSON.parse(body) as Row[]).map((row) => readRow(registry, row)),
  };
}

/** What holds at several blocks: what is said at all of them, and of amounts the smaller. */
export function holdingAtAll(answers: readonly unknown[]): unknown {
  return answers.reduce((one, other) => {
    if (Array.isArray(one)) return sharedBy(one as Delegation[], other as Delegation[]);
    return (one as bigint) < (other as bigint) ? one : other;
  });
}

function sharedBy(one: readonly Delegation[], other: readonly Delegation[]): Delegation[] {
  return one.flatMap((delegation) => {
    const same = other.find((each) => identify(each) === identify(delegation));
    if (!same) return [];
    return 'amount' in delegation && 'amount' in same && same.amount < delegation.amount
      ? [same]
      : [delegation];
  });
}
