/** A page that shows any page in a frame, and passes its messages to `playSafe`, where a test has exposed it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Parent = Awaited<ReturnType<typeof startParent>>;

export async function startParent() {
  const server = createServer(({ url = '' }, response) => {
    const app = new URL(url, 'http://localhost').searchParams.get('app') ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(PAGE.replace('APP', encodeURI(app)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** Returns the URL of the parent with this page in its frame. */
    frame: (page: string) => `${url}/?app=${encodeURIComponent(page)}`,
    close: () => server.close(),
  };
}

const PAGE = `<!doctype html><html lang="en"><title>Parent</title>
  <style>body{margin:0}iframe{display:block;border:0;width:100vw;height:100vh}</style>
  <iframe title="App" src="APP"></iframe>
  <script>
    addEventListener('message', async ({ data, source, origin }) => {
      const answer = await globalThis.playSafe?.(data);
      if (answer) source.postMessage(answer, origin);
    });
  </script></html>`;
