// Records of uploaded logos: at most one per store.
export interface StoredLogo {
  merchantId: string;
  /** Digest of the bytes and the kind as an extension, such as `3f0c….png`. */
  fileName: string;
  bytes: Uint8Array;
  createdAt: number;
}

export interface LogoRecords {
  /** The store's logo, if it has this file name. */
  find(merchantId: string, fileName: string): Promise<StoredLogo | undefined>;
  /** Inserts, or replaces the store's one. */
  put(logo: StoredLogo): Promise<void>;
  /** False when the store has none. */
  remove(merchantId: string): Promise<boolean>;
}
