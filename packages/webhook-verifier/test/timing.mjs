// Does the time of a refusal tell how much of a signature was right? Prints Welch's t between a signature wrong in its first
// byte and others, on the built package: `node test/timing.mjs [rounds]`. Below 4.5 nothing is to be seen. It is a printer,
// not a test: on a busy machine any single figure may stray.
import { createHmac, randomBytes } from "node:crypto";
import { verifySignatureSync } from "../dist/entries/node.js";

const rounds = Number(process.argv[2] ?? 400_000);
const secret = "whs_timing_0a1b2c3d4e5f60718293";
const body = randomBytes(400);
const right = createHmac("sha256", secret).update(body).digest();

const wrongAt = (index) => {
  const digest = Buffer.from(right);
  digest[index] ^= 1;
  return `sha256=${digest.toString("hex")}`;
};
const classes = {
  "wrong in the first byte": wrongAt(0),
  "wrong in the middle": wrongAt(16),
  "wrong in the last byte": wrongAt(31),
  "wrong everywhere": `sha256=${Buffer.from(right.map((byte) => byte ^ 0xff)).toString("hex")}`,
  right: `sha256=${right.toString("hex")}`,
};

const names = Object.keys(classes);
const samples = Object.fromEntries(names.map((name) => [name, new Float64Array(Math.floor(rounds / names.length))]));
for (let i = 0; i < 20_000; i++) verifySignatureSync(body, classes[names[i % names.length]], secret);
for (let round = 0; round < rounds / names.length; round++) {
  // Every class once in each round, in a random order, so that drift of the machine hits all alike.
  for (const name of names.toSorted(() => Math.random() - 0.5)) {
    const start = process.hrtime.bigint();
    verifySignatureSync(body, classes[name], secret);
    samples[name][round] = Number(process.hrtime.bigint() - start);
  }
}

const [reference, ...others] = names;
console.log(`node ${process.version}, ${rounds} checks of ${body.length} bytes, slowest tenth of each class left out`);
for (const name of names) console.log(`${name.padEnd(26)} ${describe(samples[name]).mean.toFixed(1)} ns`);
for (const name of others)
  console.log(`t of "${reference}" against "${name}": ${welch(samples[reference], samples[name]).toFixed(2)}`);

function describe(values) {
  const kept = values.toSorted().subarray(0, Math.floor(values.length * 0.9)); // garbage collection and interrupts
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1);
  return { mean, variance, count: kept.length };
}

function welch(left, right) {
  const [a, b] = [describe(left), describe(right)];
  return Math.abs(a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
}
