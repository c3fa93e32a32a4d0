// Measures whether the duration of a check depends on how many bytes of a signature are correct. Prints
// Welch's t between signatures with no correct byte and with some, on the built package:
// `node test/timing.mjs [checks]`. Below 4.5 no difference is detected. The first class is measured twice, which
// shows the effect of noise alone, and a comparison that stops at the first difference is measured too, which
// shows what a leak would look like. It is not a test: on a busy machine any single figure may be an outlier.
import { createHmac, randomBytes, randomFillSync, randomInt } from "node:crypto";
import { verifySignatureSync } from "../dist/entries/node.js";

const checks = Number(process.argv[2] ?? 400_000);
const secret = "whs_timing_0a1b2c3d4e5f60718293";
/** The wrong bytes: 255 from `index` on, else 0. */
const wrongFrom = (index) => new Uint8Array(32).fill(255, index);
const classes = [
  ["nothing right", wrongFrom(0)],
  ["nothing right, once more", wrongFrom(0)],
  ["first byte right", wrongFrom(1)],
  ["first half right", wrongFrom(16)],
  ["all but the last byte right", wrongFrom(31)],
  ["all right", wrongFrom(32)],
];
console.log(`node ${process.version}, ${checks} checks of 400 bytes each way, slowest tenth of each class left out`);
measure("this package", (body, header) => verifySignatureSync(body, header, secret));
measure("for comparison: stops at the first difference", (body, header) => {
  const right = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(header.slice(7), "hex");
  for (let index = 0; index < 32; index += 1) if (given[index] !== right[index]) return false;
  return true;
});

function measure(title, verify) {
  const rounds = Math.floor(checks / classes.length);
  const samples = classes.map(() => new Float64Array(rounds));
  const order = classes.map((_, index) => index);
  for (let round = -2000; round < rounds; round += 1) {
    // Every class once in each round, in a random order, so that drift of the machine affects all alike.
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = randomInt(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    for (const index of order) {
      const body = randomBytes(400);
      const header = headerFor(body, classes[index][1]);
      const start = process.hrtime.bigint();
      verify(body, header);
      const elapsed = Number(process.hrtime.bigint() - start);
      if (round >= 0) samples[index][round] = elapsed;
    }
  }
  const figures = samples.map(describe);
  console.log(`\n${title}`);
  for (const [index, [name]] of classes.entries()) {
    const t = index === 0 ? "" : `t ${welch(figures[0], figures[index]).toFixed(2)}`;
    console.log(`  ${name.padEnd(28)} ${figures[index].mean.toFixed(1)} ns  ${t}`.trimEnd());
  }
}

/**
 * Created for every check, by the same steps for every class: repeated digits, their position in memory, and
 * the work just before the check all affect the duration.
 */
function headerFor(body, wrong) {
  const right = createHmac("sha256", secret).update(body).digest();
  const digest = randomFillSync(Buffer.alloc(32));
  for (let index = 0; index < 32; index += 1) digest[index] = right[index] ^ ((digest[index] | 1) & wrong[index]);
  return `sha256=${digest.toString("hex")}`;
}

function describe(values) {
  const kept = values.toSorted().subarray(0, Math.floor(values.length * 0.9)); // garbage collection and interrupts
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1);
  return { mean, variance, count: kept.length };
}

function welch(left, right) {
  return Math.abs(left.mean - right.mean) / Math.sqrt(left.variance / left.count + right.variance / right.count);
}
