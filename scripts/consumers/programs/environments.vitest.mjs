// Runs the claims of test-environments.mjs as Vitest tests.
import fs from "node:fs";
import * as sdk from "@payment-sessions/sdk";
import * as mock from "@payment-sessions/sdk/mock";
import * as verifier from "@payment-sessions/webhook-verifier";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fetchEntry from "@payment-sessions/webhook-verifier/fetch";
import * as testing from "@payment-sessions/webhook-verifier/testing";
import { test } from "vitest";
import { claims } from "./test-environments.mjs";

const modules = { verifier, testing, express, fetchEntry, sdk, mock, fs, file: "package.json" };
for (const [claim, run] of Object.entries(claims(modules))) test(claim, run);
