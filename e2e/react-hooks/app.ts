/** A small app with every hook. It is rendered in tests, on a server and in a page. */
import {
  type CheckAnswer,
  type CheckQuestion,
  type EligibilityQuestion,
  MandateProvider,
  matchAnswer,
  useCheck,
  useDelegations,
  useEligibility,
  useVaults,
} from '@mandate/react';
import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { createElement as h, type ReactNode, StrictMode } from 'react';

type Address = `0x${string}`;

/** The settings of the app. They are JSON, so a page can carry them. */
export interface Setup {
  readonly baseUrl: string;
  readonly pollMs: number;
  readonly apiKey?: string;
  readonly to: Address;
  /** One check each. */
  readonly from: readonly Address[];
  /** The token of `useEligibility`, and the chains of all questions. Without it, only checks are asked. */
  readonly contract?: Address;
  readonly chainId?: number;
  readonly state?: DehydratedState;
}

export const checkOf = ({ to, chainId }: Setup, from: Address): CheckQuestion => ({
  kind: 'all',
  to,
  from,
  ...(chainId && { chainId }),
});

export const eligibilityOf = ({ to }: Setup, contract: Address): EligibilityQuestion => ({
  wallet: to,
  contract,
});

const say = (answer: CheckAnswer) =>
  matchAnswer(answer, {
    yes: ({ block }) => `yes at ${block.number}`,
    no: ({ block }) => `no at ${block.number}`,
    unknown: ({ reason }) => `unknown: ${reason}`,
    loading: () => 'loading',
  });

const Line = ({ id, children }: { id: string; children?: ReactNode }) => h('p', { id }, children);

function Check({ id, question }: { id: string; question: CheckQuestion | null }) {
  const { answer, isLive } = useCheck(question);
  return h(Line, { id }, say(answer), isLive ? ', live' : ', polled');
}

function Lists({ setup, contract }: { setup: Setup; contract: Address }) {
  const { to } = setup;
  const [from = to] = setup.from;
  const given = useDelegations({ wallet: from }).answer;
  const received = useDelegations({ wallet: to, registry: 'v1' }).answer;
  const vaults = useVaults({ to, chainIds: [1] }).answer;
  const claim = useEligibility(eligibilityOf(setup, contract)).answer;
  return h(
    'div',
    null,
    h(Line, { id: 'given' }, given.status === 'known' ? String(given.given.length) : given.status),
    h(
      Line,
      { id: 'received' },
      received.status === 'known' ? String(received.received.length) : received.status,
    ),
    h(
      Line,
      { id: 'vaults' },
      vaults.status === 'known'
        ? vaults.vaults.map(({ address }) => address.toLowerCase()).join()
        : vaults.status,
    ),
    h(Line, { id: 'eligibility' }, claim.status === 'yes' ? `yes, ${claim.balance}` : claim.status),
  );
}

export function App({
  setup,
  queryClient,
  children,
}: {
  setup: Setup;
  queryClient: QueryClient;
  children?: ReactNode;
}) {
  const { baseUrl, apiKey, pollMs, from, contract, state } = setup;
  const checks = from.map((each, i) =>
    h(Check, { id: `check-${i}`, key: each, question: checkOf(setup, each) }),
  );
  return h(
    StrictMode,
    null,
    h(
      QueryClientProvider,
      { client: queryClient },
      h(
        HydrationBoundary,
        { state },
        h(
          MandateProvider,
          { baseUrl, apiKey, pollMs },
          checks,
          h(Check, { id: 'nothing', question: null }),
          contract && h(Lists, { setup, contract }),
          children,
        ),
      ),
    ),
  );
}
