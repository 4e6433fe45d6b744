/** Keccak-256 on 32-bit halves of the 64-bit lanes: small in a bundle, and faster than viem's. */
import { type Bytes, bytesToHex, hexToBytes } from './bytes.ts';

/** Hashes bytes. Whoever hashes millions can bring a faster one. */
export type Keccak = (bytes: `0x${string}`) => `0x${string}`;

/** The bytes that one permutation absorbs. */
const RATE = 136;
const ROUNDS = 24;
/** The words of a plane: five lanes, the lower half of each first. */
const PLANE = 10;

/** For each of the 24 moves of a round: the word that a lane moves to, and by how many bits it turns. */
const TARGETS = new Uint8Array(ROUNDS);
const TURNS = new Uint8Array(ROUNDS);
/** Two words for each round. */
const CONSTANTS = new Int32Array(2 * ROUNDS);
fillTables();

/** Every hash starts from zeros and ends before the next one starts, so all of them share these. */
const state = new Int32Array(5 * PLANE);
const columns = new Int32Array(PLANE);

/** Returns the 32 bytes of a hash. */
export function keccakBytes(bytes: Uint8Array): Bytes {
  state.fill(0);
  let at = 0;
  for (let start = 0; start + RATE <= bytes.length; start += RATE) {
    for (; at < start + RATE; at++) absorb(at - start, bytes[at] as number);
    permute();
  }
  const rest = bytes.length - at;
  for (let i = 0; i < rest; i++) absorb(i, bytes[at + i] as number);
  absorb(rest, 1);
  absorb(RATE - 1, 0x80);
  permute();
  return new Uint8Array(state.slice(0, 8).buffer);
}

/** Hashes bytes that are given as hex. */
export const keccak: Keccak = (bytes) => bytesToHex(keccakBytes(hexToBytes(bytes)));

function absorb(place: number, byte: number): void {
  state[place >> 2] = (state[place >> 2] as number) ^ (byte << (8 * (place & 3)));
}

function permute(): void {
  for (let round = 0; round < 2 * ROUNDS; round += 2) {
    mixColumns();
    moveLanes();
    for (let plane = 0; plane < 5 * PLANE; plane += PLANE) mixPlane(plane);
    state[0] = (state[0] as number) ^ (CONSTANTS[round] as number);
    state[1] = (state[1] as number) ^ (CONSTANTS[round + 1] as number);
  }
}

/** Theta: each lane takes in the parities of two neighbouring columns. */
function mixColumns(): void {
  for (let i = 0; i < PLANE; i++) {
    columns[i] =
      (state[i] as number) ^
      (state[i + 10] as number) ^
      (state[i + 20] as number) ^
      (state[i + 30] as number) ^
      (state[i + 40] as number);
  }
  for (let i = 0; i < PLANE; i += 2) {
    const low = columns[(i + 2) % PLANE] as number;
    const high = columns[((i + 2) % PLANE) + 1] as number;
    const mixLow = (columns[(i + 8) % PLANE] as number) ^ ((low << 1) | (high >>> 31));
    const mixHigh = (columns[((i + 8) % PLANE) + 1] as number) ^ ((high << 1) | (low >>> 31));
    for (let at = i; at < 5 * PLANE; at += PLANE) {
      state[at] = (state[at] as number) ^ mixLow;
      state[at + 1] = (state[at + 1] as number) ^ mixHigh;
    }
  }
}

/** Rho and pi: each lane turns and moves to the place of the next one. */
function moveLanes(): void {
  let low = state[2] as number;
  let high = state[3] as number;
  for (let move = 0; move < ROUNDS; move++) {
    const target = TARGETS[move] as number;
    const turn = TURNS[move] as number;
    const nextLow = state[target] as number;
    const nextHigh = state[target + 1] as number;
    // A turn by 32 bits or more exchanges the halves. `>>> 1 >>> 31 - n` shifts by 32 where n is 0.
    if (turn & 32) [low, high] = [high, low];
    state[target] = (low << turn) | ((high >>> 1) >>> ~turn);
    state[target + 1] = (high << turn) | ((low >>> 1) >>> ~turn);
    low = nextLow;
    high = nextHigh;
  }
}

/** Chi: each lane of a plane takes in the next two. */
function mixPlane(plane: number): void {
  const low = state[plane] as number;
  const high = state[plane + 1] as number;
  const nextLow = state[plane + 2] as number;
  const nextHigh = state[plane + 3] as number;
  for (let at = plane; at < plane + 6; at++) mix(at, state[at + 2] as number, state[at + 4] as number);
  mix(plane + 6, state[plane + 8] as number, low);
  mix(plane + 7, state[plane + 9] as number, high);
  mix(plane + 8, low, nextLow);
  mix(plane + 9, high, nextHigh);
}

function mix(at: number, next: number, afterNext: number): void {
  state[at] = (state[at] as number) ^ (~next & afterNext);
}

/** Computes the tables as the standard defines them. */
function fillTables(): void {
  let x = 1;
  let y = 0;
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    TARGETS[round] = 2 * (5 * y + x);
    TURNS[round] = (((round + 1) * (round + 2)) / 2) % 64;
    for (let bit = 0; bit < 7; bit++) {
      const place = 2 ** bit - 1;
      const word = 2 * round + (place >> 5);
      CONSTANTS[word] = (CONSTANTS[word] as number) ^ ((register & 1) << (place & 31));
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  }
}
