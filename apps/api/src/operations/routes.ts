/** Gives every operation its route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KEY_IN_URL } from '../access/keys/keys.ts';
import { addPreflight } from '../http/headers.ts';
import { createReadParameters, type Query } from '../request/read-parameters.ts';
import { createAuditHandlers } from './audit/handler.ts';
import { AUDIT, AUDIT_KEY, AUDIT_REPORT } from './audit/operation.ts';
import { createBatchHandler } from './batch/handler.ts';
import { BATCH } from './batch/operation.ts';
import { createChangesHandler } from './changes/handler.ts';
import { CHANGES } from './changes/operation.ts';
import { createCheckHandler } from './check/handler.ts';
import { CHECKS } from './check/operation.ts';
import type { Dependencies } from './dependencies.ts';
import { createEligibilityHandlers } from './eligibility/handler.ts';
import { ELIGIBILITY, ELIGIBILITY_OF_MANY } from './eligibility/operation.ts';
import { createExclusiveHandlers } from './exclusive/handler.ts';
import { EXCLUSIVE_OWNER, EXCLUSIVE_VAULTS, EXCLUSIVE_WALLET } from './exclusive/operation.ts';
import { OPERATIONS, type Operation } from './index.ts';
import { createListHandler } from './list/handler.ts';
import { LISTS } from './list/operation.ts';
import { createNamesHandler } from './names/handler.ts';
import { NAMES } from './names/operation.ts';
import { createResolveHandler } from './resolve/handler.ts';
import { RESOLVE } from './resolve/operation.ts';
import { createSnapshotHandler } from './snapshots/handler.ts';
import { SNAPSHOT } from './snapshots/operation.ts';
import { createStatusHandlers } from './status/handler.ts';
import { createStatusHistoryHandler } from './status/history.ts';
import { HEALTH, NETWORKS, STATUS, STATUS_HISTORY } from './status/operation.ts';
import { createTokensHandlers } from './tokens/handler.ts';
import { TOKENS, TOKENS_OF_IDS } from './tokens/operation.ts';
import { createScoreHandler } from './votes/handler.ts';
import { SCORE_VOTES } from './votes/operation.ts';
import { createWalletHandler } from './wallet/handler.ts';
import { WALLET } from './wallet/operation.ts';

/** Everything that a body asks for is in the body. */
const readNone = createReadParameters({});

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Pages of other origins may send a body, too. */
const CORS_OF_BODIES = { methods: ['POST'], allowedHeaders: ['Content-Type', 'X-API-KEY', 'X-Request-Id'] };

export async function addOperations(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const audit = createAuditHandlers(dependencies);
  const status = createStatusHandlers(dependencies);
  const eligibility = createEligibilityHandlers(dependencies);
  const tokens = createTokensHandlers(dependencies);
  const exclusive = createExclusiveHandlers(dependencies);
  const handlers = new Map<Operation, Handler>([
    ...CHECKS.map((check) => [check, createCheckHandler(check, dependencies)] as const),
    ...LISTS.map((list) => [list, createListHandler(list, dependencies)] as const),
    [RESOLVE, createResolveHandler(dependencies)],
    [WALLET, createWalletHandler(dependencies)],
    [ELIGIBILITY, eligibility.one],
    [ELIGIBILITY_OF_MANY, eligibility.many],
    [TOKENS, tokens.page],
    [TOKENS_OF_IDS, tokens.ofIds],
    [EXCLUSIVE_WALLET, exclusive.wallet],
    [EXCLUSIVE_OWNER, exclusive.owner],
    [EXCLUSIVE_VAULTS, exclusive.vaults],
    [NAMES, createNamesHandler(dependencies)],
    [BATCH, createBatchHandler(dependencies)],
    [SCORE_VOTES, createScoreHandler(dependencies)],
    [CHANGES, createChangesHandler(app, dependencies)],
    [SNAPSHOT, createSnapshotHandler(dependencies)],
    [STATUS, status.status],
    [STATUS_HISTORY, createStatusHistoryHandler(dependencies)],
    [AUDIT, audit.audit],
    [AUDIT_REPORT, audit.report],
    [AUDIT_KEY, audit.key],
    [NETWORKS, status.networks],
    [HEALTH, status.health],
  ]);
  for (const operation of OPERATIONS) {
    const handler = handlers.get(operation);
    if (!handler) throw new TypeError(`The operation ${operation.id} has no handler.`);
    await addRoute(app, operation, handler);
  }
}

export async function addRoute(app: FastifyInstance, operation: Operation, handler: Handler): Promise<void> {
  const {
    id,
    method,
    path: url,
    body,
    weight,
    takesKeys,
    takesKeyInUrl,
    ofService,
    heavy,
    units,
    countsRest,
  } = operation;
  const config = { operation: id, weight, takesKeys, takesKeyInUrl, ofService, heavy, units, countsRest };
  if (!body) return void app.route({ method, url, config, handler });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
      body.read(bytes),
    );
    addPreflight(scope, url, CORS_OF_BODIES);
    const readWithoutQuery: Handler = (request, reply) => {
      const { [KEY_IN_URL]: _, ...others } = request.query as Query;
      readNone(takesKeyInUrl ? others : (request.query as Query), {});
      return handler(request, reply);
    };
    scope.route({ method, url, bodyLimit: body.maxBytes, config, handler: readWithoutQuery });
  });
}
