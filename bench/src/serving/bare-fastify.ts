/** The baseline of the service's framework: routes that return constant answers. */
import fastify from 'fastify';
import { LIST_PATH, readBareLists, serve, TYPE } from './bare.ts';

const list = readBareLists();
const app = fastify();
for (const check of ['v2/check/all', 'v2/check/erc721', 'v2/check/erc20', 'v1/check/token']) {
  app.get(`/registry/${check}`, async (_, reply) => {
    reply.header('content-type', TYPE);
    return 'true';
  });
}
app.get<{ Params: { wallet: string } }>(`${LIST_PATH}:wallet`, async ({ params, headers }, reply) => {
  if (headers['if-none-match']) return reply.code(304).send();
  reply.header('content-type', TYPE);
  return list(params.wallet);
});
app.get<{ Querystring: { to: string } }>('/resolve', async ({ query: { to } }, reply) => {
  reply.header('content-type', TYPE);
  return list(to);
});
await serve((place) => app.listen(place));
