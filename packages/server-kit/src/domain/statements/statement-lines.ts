// Splits chunks of text into numbered lines; LF, CRLF and a single CR end a line.
import type { Refusal } from "../refusal.js";
import { statementRefusal } from "./statement-values.js";

/** Bank statements have no longer lines; the limit prevents a file without line ends from being buffered as a whole. */
const maxLineLength = 64 * 1024;

export interface NumberedLine {
  text: string;
  line: number;
}

export interface LineSplitter {
  push(text: string): NumberedLine[];
  end(): NumberedLine[];
}

export function createLineSplitter(): LineSplitter {
  let rest = "";
  let count = 0;

  return {
    push(text) {
      // A CR at the end of a chunk may be half of a CRLF: it waits for the next chunk.
      const whole = rest + text;
      const lines = whole.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      if (rest.length > maxLineLength) throw tooLong(count + 1);
      return lines.map((line) => {
        count += 1;
        if (line.length > maxLineLength) throw tooLong(count);
        return { text: line, line: count };
      });
    },
    end() {
      const last = rest.replace(/\r$/, "");
      rest = "";
      return last === "" ? [] : [{ text: last, line: count + 1 }];
    },
  };
}

function tooLong(line: number): Refusal {
  return statementRefusal("length", `the line is longer than ${maxLineLength} characters`, { line });
}
