/** Serves the web app and the documentation, if they are there. */
import type { ConfiguredChain } from '@mandate/config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addDocs, createFindDocs } from './docs.ts';
import { addWeb, readWebFiles } from './site.ts';

export type Sites = ReturnType<typeof readSites>;

/** Reads the files of both. The documentation may be built later. */
export function readSites({ webDir, docsDir, publicUrl }: Pick<Config, 'webDir' | 'docsDir' | 'publicUrl'>) {
  const web = webDir === null ? null : readWebFiles(webDir);
  const findDocs = docsDir === null ? null : createFindDocs(docsDir, publicUrl);
  // No reader waits for the files to be read.
  findDocs?.();
  return { web, findDocs, served: { hasWeb: web !== null, hasDocs: findDocs !== null } };
}

export function addSites(
  app: FastifyInstance,
  { web, findDocs }: Sites,
  chains: readonly Pick<ConfiguredChain, 'publicNode'>[],
  safeAppOrigins: readonly string[],
): void {
  const publicNodes = chains.flatMap(({ publicNode }) => publicNode ?? []);
  if (web) addWeb(app, web, { publicNodes, safeAppOrigins });
  else app.get('/', async (_, reply) => reply.redirect(findDocs ? '/docs/' : '/llms.txt', 302));
  addDocs(app, findDocs);
}
