// Parses a multipart form with a file, using koa-body: in memory, with size limits, on the routes that accept files.
import { readFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { requireNoNul } from "../../domain/nul-text.js";
import { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

export const statementMaxBytes = 20 * 1024 * 1024;
/** Allowance for the fields and boundaries around the file. */
const formMarginBytes = 64 * 1024;

/**
 * The fields of the form and its file; undefined when none was chosen.
 * @throws Refusal BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE; VALIDATION_ERROR for a truncated body.
 */
export async function readUpload(
  { ctx }: Pick<Call, "ctx">,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; file: UploadedFile | undefined }> {
  if (!ctx.is("multipart/form-data")) {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", {
      message: "The body must be multipart/form-data, as the form of the page sends it.",
    });
  }
  if (Number(ctx.get("content-length") || 0) > maxBytes + formMarginBytes) throw tooLarge(ctx, maxBytes);
  const contents = new WeakMap<object, Uint8Array[]>();
  // A host's own parser may have read the form already; its fields and files are then in the same properties.
  if (!ctx.req.readableDidRead) await parse(ctx, contents, maxBytes);
  // Each field is read as unknown.
  const request = ctx.request as unknown as { body?: unknown; files?: Record<string, unknown> };
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(request.body ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string") fields[name] = first;
  }
  requireNoNul(fields);
  const file = await findFile(request.files, contents);
  requireNoNul(file?.name, "file");
  return { fields, file };
}

async function parse(ctx: Call["ctx"], contents: WeakMap<object, Uint8Array[]>, maxBytes: number): Promise<void> {
  // Loaded on the first upload: with its dependencies, it takes 11 MB and a third of the startup time.
  const { koaBody } = await import("koa-body");
  const read = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    patchNode: false,
    formidable: {
      maxFiles: 1,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes,
      maxFields: 20,
      maxFieldsSize: formMarginBytes,
      allowEmptyFiles: true,
      minFileSize: 0,
      // Keeps bank statements off the disk. koa-body passes the file's own record to this function.
      fileWriteStreamHandler: (file) => {
        const chunks: Uint8Array[] = [];
        if (file !== undefined) contents.set(file, chunks);
        return new Writable({
          write(chunk: Uint8Array, _encoding, done) {
            chunks.push(chunk);
            done();
          },
        });
      },
    },
    onError(error) {
      // Formidable's errors have the property, for others it is undefined.
      if ((error as { httpCode?: unknown }).httpCode === 413) throw tooLarge(ctx, maxBytes);
      ctx.set("Connection", "close");
      throw new Refusal("VALIDATION_ERROR", {
        message: "The file did not arrive as a whole: send it again.",
        cause: error,
      });
    },
  });
  await read(ctx, async () => {});
}

async function findFile(
  files: Record<string, unknown> | undefined,
  contents: WeakMap<object, Uint8Array[]>,
): Promise<UploadedFile | undefined> {
  const found = Object.values(files ?? {}).flat()[0];
  if (typeof found !== "object" || found === null) return undefined;
  // Each field is read as unknown.
  const { originalFilename, filepath } = found as { originalFilename?: unknown; filepath?: unknown };
  const name = typeof originalFilename === "string" ? originalFilename.slice(-255) : "";
  const chunks = contents.get(found);
  const bytes =
    chunks !== undefined ? Buffer.concat(chunks) : typeof filepath === "string" ? await readFile(filepath) : undefined;
  return bytes === undefined || (bytes.length === 0 && name === "") ? undefined : { name, bytes };
}

function tooLarge(ctx: Call["ctx"], maxBytes: number): Refusal {
  // The rest of the body is not read, so the connection cannot be reused.
  ctx.set("Connection", "close");
  return new Refusal("BODY_TOO_LARGE", {
    message:
      maxBytes === statementMaxBytes
        ? `The file may have at most ${statementMaxBytes / 1024 / 1024} MiB. Pack it as ZIP, or import it with the command line.`
        : `The file may have at most ${maxBytes / 1024} KiB.`,
  });
}
