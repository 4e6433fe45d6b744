/** Creates everything that finds answers, from the read model, the ledger and the nodes. */
import type { ConfiguredChain } from '@mandate/config';
import { createReadDoubts, type LedgerWatch } from '@mandate/feed';
import { type AuditRecords, createNodeStore, type Database, type Reader } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { PinBlock } from '../request/at-block.ts';
import { MAINNET, type ServedChains } from '../request/chains.ts';
import { createChainReader } from './chain/chain-reader.ts';
import { type AnswerSource, createChecks } from './checks.ts';
import { createAnswerEligibility } from './eligibility/eligibility.ts';
import { createFindGranting } from './granting-page.ts';
import { createListPages } from './list-pages.ts';
import { createLookups, type Lookups } from './names/lookups.ts';
import { createNames } from './names/names.ts';
import { createFindWalletAccounts } from './names/wallet-accounts.ts';
import { createProofCache, type ProofCache } from './proofs/proof-cache.ts';
import { createProofs, type ProofDependencies } from './proofs/proofs.ts';
import { createReportDispute } from './proofs/report-dispute.ts';
import type { HostReadModel } from './read-model.ts';
import { createAnswerTokens } from './tokens/tokens.ts';
import { createScoreVotes } from './votes/score-votes.ts';

interface AnswersOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly served: ServedChains;
  readonly reader: Reader;
  readonly readModel: HostReadModel | null;
  readonly pin: PinBlock;
  readonly watch: LedgerWatch;
  readonly auditRecords: AuditRecords;
  /** The primary, where calls to nodes are counted even if the ledger is read from a standby. */
  readonly accounts: Database;
  readonly registry: Registry;
  readonly countPage: (source: AnswerSource) => void;
  readonly observeProofs: (cache: ProofCache) => ProofDependencies['countProof'];
  readonly observeNames: (lookups: Lookups) => void;
  readonly log: Logger;
}

export function createAnswers(
  app: FastifyInstance,
  { chains, served, reader, readModel, pin, watch, auditRecords, log, ...more }: AnswersOptions,
) {
  const { accounts, registry, countPage, observeProofs, observeNames } = more;
  const chainReader = createChainReader(chains, { store: createNodeStore(accounts), registry, log });
  app.addHook('onClose', () => chainReader.close());
  const checks = createChecks({ reader, readModel, pin });
  const cache = createProofCache();
  const proofs = createProofs({
    checks,
    pin,
    watch,
    chainReader,
    cache,
    // Disputes are recorded on the primary, where the auditor looks for them.
    reportDispute: createReportDispute(auditRecords, log),
    countProof: observeProofs(cache),
  });
  const lookups = createLookups();
  observeNames(lookups);
  const hasEthereum = chains.some(({ chainId }) => chainId === MAINNET);
  return {
    chainReader,
    checks,
    proofs,
    lists: createListPages(readModel, countPage),
    findGranting: createFindGranting(readModel, countPage),
    answerEligibility: createAnswerEligibility({ chainReader, pin }),
    answerTokens: createAnswerTokens({ chainReader, pin }),
    scoreVotes: createScoreVotes({ chainReader, pin }),
    names: createNames({ lookups, chainReader, hasEthereum }),
    findWalletAccounts: createFindWalletAccounts({ accounts: lookups.accounts, chainReader, served, pin }),
    readDoubts: createReadDoubts({ reader, readModel, chains: served }),
  };
}
