import type { Network } from '@mandate/sdk';
import { useEffect, useRef, useState } from 'react';
import type { Question } from '../question/check-kinds.ts';
import { findSources, type Source } from './sources.ts';
import type { Outcome, Verification } from './verification.ts';

export interface Verifying {
  /** Null until wallets had time to announce themselves. */
  readonly sources: readonly Source[] | null;
  /** The source that will be asked. */
  readonly source: Source | undefined;
  choose(id: string): void;
  readonly verification: Verification | null;
  /** The last outcome. It stays while another verification runs. */
  readonly settled: Outcome | null;
  verify(): void;
}

export function useVerification(question: Question, network: Network | undefined): Verifying {
  const [sources, setSources] = useState<readonly Source[] | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const [verification, setVerification] = useState<Verification | null>(null);
  const [settled, settle] = useState<Outcome | null>(null);
  const runs = useRef(0);
  useEffect(() => {
    let isShown = true;
    void findSources(network).then((found) => isShown && setSources(found));
    return () => {
      isShown = false;
    };
  }, [network]);
  const source = sources?.find(({ id }) => id === chosen) ?? sources?.[0];
  const verify = () => {
    if (!source) return;
    const run = ++runs.current;
    // Only the newest run is shown.
    const show = (change: (now: Verification) => Verification) => {
      if (run === runs.current) setVerification((now) => now && change(now));
    };
    setVerification({ source, steps: [], outcome: null });
    void load()
      .then((verifyQuestion) =>
        verifyQuestion(question, source, (step) => show((now) => ({ ...now, steps: [...now.steps, step] }))),
      )
      .catch((): Outcome => ({ type: 'unconfirmed', detail: 'A file of this page could not be loaded.' }))
      .then((outcome) => {
        if (run !== runs.current) return;
        settle(outcome);
        show((now) => ({ ...now, outcome }));
      });
  };
  return { sources, source, choose, verification, settled, verify };
}

/** Loaded on demand: most visitors never verify. */
async function load() {
  const { verifyQuestion } = await import('./verify-question.ts');
  return verifyQuestion;
}
