/** The folder that production runs, built once for all journeys. */
import { must } from '../run-command.ts';
import { BUILD_TIMEOUT_MS, shareFolder } from '../shared-folder.ts';

/** The test runner's own variables would change the sites: with `DEV`, the documentation has no search. */
const OF_RUNNER = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR', 'TEST', 'VITEST', 'REPOSITORY_URL'];
export const BUILD_ENVIRONMENT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(OF_RUNNER.map((name) => [name, undefined])),
  NODE_ENV: 'production',
  VITE_API_URL: '',
};

export const buildProduction = (): Promise<string> =>
  shareFolder('production', async (folder) => {
    const options = { cwd: '.', environment: BUILD_ENVIRONMENT, timeoutMs: BUILD_TIMEOUT_MS };
    await must('deploy/build.sh', [folder], options);
  });
