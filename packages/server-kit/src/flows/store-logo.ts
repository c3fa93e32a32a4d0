// A store's uploaded logo: validated by its bytes, stored in the database, named by its digest so that its URL can be cached for ever.
import { createHash } from "node:crypto";
import { logoMaxBytes, logoMaxPixels, logoMediaTypes, readLogoFile } from "../domain/logo-file.js";
import { requireNoViolations } from "../domain/refusal.js";
import type { Storage } from "../storage/port.js";
import { changeStore, type StoreDependencies } from "./stores/change-store.js";

/** @throws Refusal VALIDATION_ERROR for anything but a PNG, JPEG, WebP or GIF in the bounds; STORE_NOT_FOUND. */
export async function saveLogo(
  dependencies: StoreDependencies,
  merchantId: string,
  { bytes, actor }: { bytes: Uint8Array; actor: string },
): Promise<void> {
  const logo = readLogoFile(bytes);
  const refuse = (rule: string, message: string) => requireNoViolations([{ path: "logoFile", rule, message }]);
  if (bytes.length > logoMaxBytes) refuse("size", `must not exceed ${logoMaxBytes / 1024} KiB`);
  if (logo === undefined) return refuse("kind", "must be a PNG, JPEG, WebP or GIF image");
  if (Math.max(logo.width, logo.height) > logoMaxPixels || Math.min(logo.width, logo.height) < 1) {
    refuse(
      "pixels",
      `may have at most ${logoMaxPixels} × ${logoMaxPixels} pixels, this one has ${logo.width} × ${logo.height}`,
    );
  }
  const fileName = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${logo.extension}`;
  await changeStore(dependencies, merchantId, actor, "store.logo_uploaded", async (store, records) => {
    await records.logos.put({ merchantId, fileName, bytes, createdAt: dependencies.clock.now() });
    return { store: { ...store, logoFile: fileName }, detail: { fileName } };
  });
}

/** The store shows the image of its `logo` setting again, or its initial. */
export async function removeLogo(dependencies: StoreDependencies, merchantId: string, actor: string): Promise<void> {
  await changeStore(dependencies, merchantId, actor, "store.logo_removed", async (store, records) => {
    await records.logos.remove(merchantId);
    return { store: { ...store, logoFile: undefined } };
  });
}

/** The image with this file name; undefined when the store has no such image. */
export async function findLogo(
  { storage }: { storage: Storage },
  merchantId: string,
  fileName: string,
): Promise<{ bytes: Uint8Array; mediaType: string } | undefined> {
  const logo = await storage.read((records) => records.logos.find(merchantId, fileName));
  if (logo === undefined) return undefined;
  // `saveLogo` stores only these extensions.
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1) as keyof typeof logoMediaTypes;
  return { bytes: logo.bytes, mediaType: logoMediaTypes[extension] };
}
