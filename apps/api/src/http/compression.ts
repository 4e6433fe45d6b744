/**
 * Compresses long answers for clients that take it. Checks are short and stay as they are.
 *
 * Compression tells secrets only where one answer has a secret beside text of an attacker (BREACH). The public answers
 * have no secrets, and those of the developer page are never compressed.
 */
import { pipeline, Readable } from 'node:stream';
import zlib, { type BrotliOptions, type ZlibOptions, type ZstdOptions } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A shorter answer fits into one packet, compressed or not. */
export const MIN_COMPRESSED_BYTES = 1_400;
/** Up to this length, giving the work to another thread takes longer than the work. */
const MAX_BYTES_AT_ONCE = 32_768;
/** Each stream takes up to 0.8 MB. Further ones at the same time are sent as they are. */
const MAX_STREAMS = 64;
export const VARY = 'Accept-Encoding';
/** All text says its charset, and our Parquet files leave compression to the transfer. Events must arrive at once. */
const COMPRESSIBLE = /^(?!text\/event-stream).*charset=|^application\/vnd\.apache\.parquet$/;

type Encoding = (typeof ENCODINGS)[number];
/** The one that takes the least time and space comes first. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel, ZSTD_c_windowLog } =
  zlib.constants;

interface Options {
  readonly zstd: ZstdOptions;
  readonly br: BrotliOptions;
  readonly gzip: ZlibOptions;
}
/** Most of an answer is random hex: higher levels take up to five times as long, and save a twentieth at most. */
const FAST: Options = {
  zstd: { params: { [ZSTD_c_compressionLevel]: 1, [ZSTD_c_windowLog]: 17 } },
  br: { params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 16 } },
  gzip: { level: 1 },
};
const SMALL: Options = {
  zstd: { params: { [ZSTD_c_compressionLevel]: 12 } },
  br: { params: { [BROTLI_PARAM_QUALITY]: 9 } },
  gzip: { level: 9 },
};

type Done = (error: Error | null, compressed: Buffer) => void;

const IN_ANOTHER_THREAD = {
  zstd: (bytes: Buffer, options: Options, done: Done) => zlib.zstdCompress(bytes, options.zstd, done),
  br: (bytes: Buffer, options: Options, done: Done) => zlib.brotliCompress(bytes, options.br, done),
  gzip: (bytes: Buffer, options: Options, done: Done) => zlib.gzip(bytes, options.gzip, done),
};
const AT_ONCE = {
  zstd: (bytes: Buffer) => zlib.zstdCompressSync(bytes, FAST.zstd),
  br: (bytes: Buffer) => zlib.brotliCompressSync(bytes, FAST.br),
  gzip: (bytes: Buffer) => zlib.gzipSync(bytes, FAST.gzip),
};
const STREAMS = {
  zstd: () => zlib.createZstdCompress(FAST.zstd),
  br: () => zlib.createBrotliCompress(FAST.br),
  gzip: () => zlib.createGzip(FAST.gzip),
};

/** Files that never change, with what they were compressed to. */
const keptFiles = new WeakMap<Buffer, Map<Encoding, Buffer>>();

/** Marks a file that never changes: it is compressed when it is first asked for, and kept. */
export function keepCompressed(file: Buffer): Buffer {
  keptFiles.set(file, new Map());
  return file;
}

/**
 * Compresses a kept text before it is asked for, as most browsers take it. A page has many files, and its first visitor
 * would wait for all of them.
 */
export function compressAhead(file: Buffer, contentType: string): void {
  if (file.length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(contentType)) return;
  keptFiles.get(file)?.set('zstd', zlib.zstdCompressSync(file, SMALL.zstd));
}

/** Returns the encoding that the client likes best, and of equals the best one. `null` if the answer is sent as it is. */
export function chooseEncoding({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = new Map<string, number>();
  for (const part of (headers['accept-encoding'] ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    accepted.set(name, Number(weight) || 0);
  }
  const others = accepted.get('*') ?? 0;
  let [best, most]: [Encoding | null, number] = [null, 0];
  for (const name of ENCODINGS) {
    const weight = accepted.get(name) ?? others;
    if (weight > most) [best, most] = [name, weight];
  }
  return most < (accepted.get('identity') ?? 0) ? null : best;
}

/** Compresses a dynamic answer. Short ones are done when it returns. */
export function compress(bytes: Buffer, encoding: Encoding, done: Done): void {
  if (bytes.length > MAX_BYTES_AT_ONCE) IN_ANOTHER_THREAD[encoding](bytes, FAST, done);
  else done(null, AT_ONCE[encoding](bytes));
}

export function addCompression(app: FastifyInstance): void {
  let streams = 0;

  /** Destroys both ends when one fails: nobody takes what came for the whole, and nothing is read for nobody. */
  function compressStream(source: Readable, encoding: Encoding): Readable {
    streams++;
    return pipeline(source, STREAMS[encoding](), () => streams--);
  }

  function encode(request: FastifyRequest, reply: FastifyReply, payload: Payload, done: DoneSending): void {
    addVary(reply);
    const isStream = payload instanceof Readable;
    const encoding = isStream && streams >= MAX_STREAMS ? null : chooseEncoding(request);
    if (!encoding) return void done(null, payload);
    reply.header('content-encoding', encoding);
    if (!isStream) compressWhole(payload, encoding, done);
    else done(null, request.method === 'HEAD' ? payload : compressStream(payload, encoding));
  }

  // Called back rather than awaited, as every hook that checks pass.
  app.addHook('onSend', function compress(request, reply, given, done) {
    const { statusCode } = reply;
    // Handlers read no stream for someone who wants its headers only. Its length is not 0, but not known.
    const isHead = request.method === 'HEAD' && statusCode === 200;
    const payload = isHead ? (given ?? Readable.from([])) : given;
    if (isLong(payload) && isPublicText(request, reply, payload))
      return encode(request, reply, payload, done);
    if (statusCode === 304) addVary(reply);
    done(null, payload);
  });
}

type DoneSending = (error: Error | null, payload: Payload) => void;
type Payload = string | Buffer | Readable;

/** A stream may be of any length. */
const isLong = (payload: unknown): payload is Payload =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
    ? payload.length >= MIN_COMPRESSED_BYTES
    : payload instanceof Readable;

/** Own pages have answers for one person, and files for everybody. */
function isPublicText({ config }: FastifyRequest, reply: FastifyReply, payload: Payload): boolean {
  const isText = COMPRESSIBLE.test(String(reply.getHeader('content-type')));
  return isText && (config.cors !== false || (Buffer.isBuffer(payload) && keptFiles.has(payload)));
}

function compressWhole(payload: string | Buffer, encoding: Encoding, done: Done): void {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
  const kept = keptFiles.get(bytes);
  if (!kept) return void compress(bytes, encoding, done);
  const known = kept.get(encoding);
  if (known) return void done(null, known);
  IN_ANOTHER_THREAD[encoding](bytes, SMALL, (error, compressed) => {
    if (!error) kept.set(encoding, compressed);
    done(error, compressed);
  });
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? VARY : `${others}, ${VARY}`);
}
