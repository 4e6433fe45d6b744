/** The parts of the service that the handlers of operations use. */

import type { LedgerWatch, ReadDoubts } from '@mandate/feed';
import type { AuditRecords, NodeStore, Reader, StatusHistoryStore } from '@mandate/store';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { CountRest } from '../access/limit/limit.ts';
import type { SharedShares } from '../access/limit/redis-shares.ts';
import type { FindAsker, FindHolder } from '../access/limit/shares.ts';
import type { ChainReader } from '../answers/chain/chain-reader.ts';
import type { AnswerSource, Checks } from '../answers/checks.ts';
import type { AnswerEligibility } from '../answers/eligibility/eligibility.ts';
import type { FindGranting } from '../answers/granting-page.ts';
import type { ListPages } from '../answers/list-pages.ts';
import type { Names } from '../answers/names/names.ts';
import type { FindWalletAccounts } from '../answers/names/wallet-accounts.ts';
import type { Proofs } from '../answers/proofs/proofs.ts';
import type { AnswerTokens } from '../answers/tokens/tokens.ts';
import type { ScoreVotes } from '../answers/votes/score-votes.ts';
import type { PinBlock } from '../request/at-block.ts';
import type { ServedChains } from '../request/chains.ts';
import type { Cursors } from '../request/cursor.ts';

export interface Dependencies {
  readonly reader: Reader;
  /** Reads long lists, each statement when it is the client's turn. */
  readonly readerFor: (request: FastifyRequest) => Reader;
  /** Finds the client that calls to nodes count against. */
  readonly findAsker: FindAsker;
  readonly chains: ServedChains;
  readonly checks: Checks;
  readonly proofs: Proofs;
  readonly lists: ListPages;
  readonly findGranting: FindGranting;
  readonly answerEligibility: AnswerEligibility;
  readonly answerTokens: AnswerTokens;
  readonly scoreVotes: ScoreVotes;
  readonly names: Names;
  readonly findWalletAccounts: FindWalletAccounts;
  readonly countCheck: (source: AnswerSource) => void;
  readonly pin: PinBlock;
  readonly chainReader: ChainReader;
  readonly cursors: Cursors;
  /** `null` if clients are not limited. */
  readonly countRest: CountRest | null;
  readonly nodes: NodeStore;
  readonly history: Pick<StatusHistoryStore, 'read'>;
  readonly audit: Pick<AuditRecords, 'readAudit' | 'readReport' | 'listReports' | 'listKeys'>;
  readonly showUsage: boolean;
  readonly feed: {
    readonly reader: Reader;
    readonly watch: LedgerWatch;
    readonly readDoubts: ReadDoubts;
    readonly registry: Registry;
    readonly findHolder: FindHolder;
    /** `null` if this process counts event streams alone. */
    readonly shares: SharedShares | null;
  };
}
