// Text in pieces to whole lines with their numbers; LF, CRLF and CR alone end one.
import { statementRefusal } from "./statement-values.js";

/** No bank writes longer ones; without a bound a file without line ends would be kept whole. */
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
      // A CR at the end of a piece may be half of a CRLF: it waits for the next one.
      const whole = rest + text;
      const lines = whole.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      if (rest.length > maxLineLength) {
        throw statementRefusal("length", `the line is longer than ${maxLineLength} characters`, { line: count + 1 });
      }
      return lines.map((line) => {
        count += 1;
        if (line.length > maxLineLength) {
          throw statementRefusal("length", `the line is longer than ${maxLineLength} characters`, { line: count });
        }
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
