// The step that a caller adds to a flow's unit of work, such as using up a form of the panel.
import type { Records } from "../storage/port.js";

/** Runs first in the unit of work, with what the flow has read before it; what it throws leaves everything as it was. */
export type AlsoIn<Read extends unknown[] = []> = (records: Records, ...read: Read) => Promise<void>;
