// Streams the elements of an XML statement, bounded in depth and text length. Names are reported without prefix, which differs by bank; a
// document type declaration is rejected, so that no entity expands.
import { SaxesParser } from "saxes";
import { type FilePosition, shorten, statementRefusal } from "./statement-values.js";

const maxDepth = 40;
/** Far above what the schemas allow (500 characters). */
const maxTextLength = 10_000;

export interface ElementHandlers {
  /** `path`: names from `root` to this element, both included. */
  open(path: readonly string[], attributes: Record<string, string>, position: FilePosition): void;
  /** `text`: trimmed; empty for an element with children. */
  close(path: readonly string[], text: string, position: FilePosition): void;
}

export interface ElementParser {
  /** @throws Refusal VALIDATION_ERROR with line and column of the part that cannot be parsed. */
  write(piece: string): void;
  close(): void;
  position(): FilePosition;
}

/** Reports the elements of `root` and below; those around it (some banks add the envelope of a business message) are skipped. */
export function createElementParser(root: string, handlers: ElementHandlers): ElementParser {
  const parser = new SaxesParser();
  const path: string[] = [];
  let depthOutsideRoot = 0;
  let text = "";

  const position = () => ({ line: parser.line, column: Math.max(parser.column, 1) });
  const refuse = (rule: string, what: string) => {
    throw statementRefusal(rule, what, position());
  };

  parser.on("error", (error) => {
    // saxes formats its messages as "file:line:column: what is wrong".
    refuse("xml", `this is not well-formed XML (${shorten(error.message.replace(/^[^ ]*: /, ""))})`);
  });
  parser.on("doctype", () => refuse("doctype", "a document type declaration is not accepted"));
  parser.on("opentag", ({ name, attributes }) => {
    const local = name.slice(name.indexOf(":") + 1);
    if (path.length + depthOutsideRoot >= maxDepth) refuse("depth", `elements are nested deeper than ${maxDepth}`);
    text = "";
    if (path.length === 0 && local !== root) {
      depthOutsideRoot += 1;
      return;
    }
    path.push(local);
    handlers.open(path, attributes, position());
  });
  parser.on("closetag", () => {
    if (path.length === 0) depthOutsideRoot -= 1;
    else handlers.close(path, text.trim(), position());
    path.pop();
    text = "";
  });
  parser.on("text", addText);
  parser.on("cdata", addText);

  function addText(piece: string): void {
    if (text.length + piece.length > maxTextLength) {
      // White space between elements of an indented file is not content.
      if (piece.trim() === "") return;
      refuse("length", `an element contains more than ${maxTextLength} characters`);
    }
    text += piece;
  }

  return { write: (piece) => void parser.write(piece), close: () => void parser.close(), position };
}
