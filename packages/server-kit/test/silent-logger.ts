import type { Logger } from "../src/domain/clock.js";

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
