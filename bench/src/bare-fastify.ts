/** What the engine itself can do: a route that returns true. */
import fastify from 'fastify';

const app = fastify();
app.get('/registry/v2/check/erc721', async (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return 'true';
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`);
