// Records of settings of the deployment.
/** Small facts about the deployment itself, such as a generated encryption key. */
export interface SettingRecords {
  list(): Promise<{ name: string; value: string }[]>;
  find(name: string): Promise<string | undefined>;
  /** Keeps the first value when two instances write at once; returns the stored value. */
  putIfAbsent(name: string, value: string): Promise<string>;
  put(name: string, value: string): Promise<void>;
}
