import './verify.css';
import type { Network } from '@mandate/sdk';
import type { ProofPart } from '@mandate/sdk/proof';
import { API_URL } from '../../service/client.ts';
import { Segments } from '../../ui/form/segments.tsx';
import type { Question } from '../question/check-kinds.ts';
import type { Source } from './sources.ts';
import type { Verifying } from './use-verification.ts';
import { describeObstacle, PART_NAMES, type Verification } from './verification.ts';

interface VerifyPanelProps {
  readonly question: Question;
  readonly network: Network | undefined;
  readonly verifying: Verifying;
}

/** Offers to verify the answer, and shows each step. */
export function VerifyPanel({ question, network, verifying }: VerifyPanelProps) {
  const { sources, source, choose, verification, verify } = verifying;
  if (!network || !sources) return null;
  const obstacle = findObstacle(question, network, source);
  const isRunning = verification?.outcome === null;
  const { title, text } = describe(verification, source);
  return (
    <section className="box stack" data-tone={toneOf(verification)} aria-label="Proof">
      <div className="row row--apart row--top">
        <div role="status" className="grow">
          <h2>{title}</h2>
          <p className="quiet">
            {obstacle ?? text} {!verification && <a href={`${API_URL}/docs/guides/verify/`}>How it works</a>}
          </p>
        </div>
        {!obstacle && (
          <button
            type="button"
            className="button button--quiet"
            aria-disabled={isRunning}
            onClick={() => isRunning || verify()}
          >
            {isRunning ? 'Verifying…' : verification ? 'Verify again' : 'Verify in this browser'}
          </button>
        )}
      </div>
      {!obstacle && sources.length > 1 && source && (
        <Segments
          label="Check against"
          value={source.id}
          onChange={choose}
          options={sources.map(({ id, name, type }) => ({
            value: id,
            text: type === 'wallet' ? name : 'Operator’s node',
          }))}
        />
      )}
      {verification && hasSteps(verification) && <Steps verification={verification} />}
    </section>
  );
}

function findObstacle(question: Question, network: Network, source: Source | undefined): string | null {
  if (!network.proofs) return `A browser cannot verify answers about ${network.name}.`;
  if (!source) return 'This needs somebody else to compare with: open the page in a browser with a wallet.';
  return describeObstacle(question);
}

function describe(
  verification: Verification | null,
  next: Source | undefined,
): { readonly title: string; readonly text: string } {
  const source = verification?.source ?? next;
  const name = source?.name ?? '';
  const outcome = verification?.outcome;
  const chosenBy =
    source?.type === 'node'
      ? ' The operator of this service chose this node: a wallet of your own is stronger evidence.'
      : '';
  if (outcome?.type === 'verified')
    return {
      title: 'Verified in this browser',
      text: `The registry gives this answer at a block that ${name} has, too.${chosenBy}`,
    };
  if (outcome?.type === 'refuted')
    return { title: 'The proof does not hold', text: `It was checked against ${name}.` };
  if (outcome?.type === 'unconfirmed') return { title: 'Could not be verified', text: outcome.detail };
  return {
    title: 'Don’t trust, verify',
    text: `Your browser can check this answer itself, against what the registry stores and a block that ${name} has, too.${chosenBy}`,
  };
}

const TONES = { verified: 'good', refuted: 'bad', unconfirmed: 'warn' };

const toneOf = (verification: Verification | null) =>
  verification?.outcome ? TONES[verification.outcome.type] : undefined;

/** Without a proof or a source, no step was taken. */
const hasSteps = ({ steps, outcome }: Verification) => steps.length > 0 || outcome?.type !== 'unconfirmed';

const PARTS = Object.keys(PART_NAMES) as ProofPart[];

function Steps({ verification: { steps, outcome } }: { verification: Verification }) {
  return (
    <ol className="verify__steps stack stack--m">
      {PARTS.map((part) => {
        const detail = steps.find((step) => step.part === part)?.detail;
        const failure = outcome?.type === 'refuted' && outcome.part === part ? outcome.detail : undefined;
        const state = failure ? 'failed' : detail ? 'held' : 'open';
        return (
          <li key={part} data-state={state} data-tone={STEP_TONES[state]}>
            <StepMark state={state} />
            <strong>{PART_NAMES[part]}</strong>
            <span>{failure ?? detail ?? (outcome ? 'Not reached.' : '…')}</span>
          </li>
        );
      })}
    </ol>
  );
}

const STEP_TONES = { held: 'good', failed: 'bad', open: 'quiet' };
const SHAPES = { held: 'm4.5 8.3 2.4 2.4 4.6-5', failed: 'm5 5 6 6M11 5l-6 6', open: 'M5 8h6' };

function StepMark({ state }: { state: keyof typeof SHAPES }) {
  return (
    <svg viewBox="0 0 16 16" role="img" aria-label={state === 'held' ? 'holds' : state}>
      <circle cx="8" cy="8" r="8" />
      <path d={SHAPES[state]} />
    </svg>
  );
}
