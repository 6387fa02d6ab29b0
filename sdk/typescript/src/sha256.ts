/** SHA-256 without a platform library, because browsers offer it only asynchronously. */
const PRIMES = firstPrimes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) {
      primes.push(candidate);
    }
  }
  return primes;
}

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

/** Returns the digest as lower-case hex digits. */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  const hash = Int32Array.from(START);
  for (let block = 0; block < padded.byteLength; block += 64) {
    mix(hash, padded, block);
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(hash: Int32Array, data: DataView, block: number): void {
  const w = new Int32Array(64);
  for (let i = 0; i < 64; i++) {
    w[i] = i < 16 ? data.getInt32(block + i * 4) : extended(w, i);
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i]! + word) | 0;
  });
}

function extended(w: Int32Array, i: number): number {
  const x = w[i - 15]!;
  const y = w[i - 2]!;
  const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
  const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
  return (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}
