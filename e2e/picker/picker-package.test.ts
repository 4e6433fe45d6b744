/** `<mandate-vaults>` from the packed package: through a plain bundler, and as the files of the package in a script tag. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@mandate/testing/service/serve';
import { rolldown } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import { createWorkshop, INSTALL_MS, packForRelease } from '../install/packed-project.ts';
import { openBuilt } from '../web/site.ts';

const workshop = createWorkshop();
const site = await openBuilt('');
afterAll(async () => {
  await site.close();
  workshop.remove();
});

test(
  'the package defines the element',
  async () => {
    const packed = await packForRelease();
    const sdk = packed.find(({ manifest }) => manifest.name === '@mandate/sdk')?.file ?? '';
    const project = await workshop.createProject('picker', sdk);
    const bundle = await rolldown({
      input: 'entry',
      cwd: project,
      platform: 'browser',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? join(project, 'entry.js') : null),
          load: (id) => (id.endsWith('entry.js') ? "import '@mandate/sdk/mandate-vaults';" : null),
        },
      ],
    });
    const { output } = await bundle.generate({ entryFileNames: 'entry.js' });
    await bundle.close();
    const bundled = new Map(
      output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : '']),
    );
    const dist = join(project, 'node_modules/@mandate/sdk/dist');
    const server = await serve(({ url = '' }, response) => {
      const script = url.startsWith('/dist/') ? readFileSync(join(dist, url.slice(6))) : bundled.get(url);
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(script ?? page(url.slice(2)));
    });
    try {
      for (const script of ['/entry.js', '/dist/mandate-vaults/index.js']) {
        const opened = await site.open(`${server.url}/?${script}`);
        await opened.getByText('The attribute base-url is missing').waitFor();
        expect(site.complaints).toEqual([]);
      }
    } finally {
      await server.close();
    }
  },
  INSTALL_MS,
);

const page = (script: string) =>
  `<!doctype html><link rel="icon" href="data:,"><mandate-vaults></mandate-vaults><script type="module" src="${script}"></script>`;
