// The type of fields that a caller passes: a value that may be undefined needs no condition, also under exactOptionalPropertyTypes.

/**
 * The same fields at every depth. An optional one may also be undefined, and is then not sent. `metadata` may be of any object type, also an
 * interface, which has no index signature.
 */
export type GivenFields<Data> = Data extends readonly (infer Item)[]
  ? GivenFields<Item>[]
  : Data extends object
    ? {
        [Name in keyof Data]: Record<never, never> extends Pick<Data, Name>
          ? (Name extends "metadata" ? object : GivenFields<Data[Name]>) | undefined
          : GivenFields<Data[Name]>;
      }
    : Data;
