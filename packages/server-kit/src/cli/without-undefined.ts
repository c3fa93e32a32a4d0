// Leaves out what was not given: an option must not overwrite a stored setting, or one of the configuration file.

export function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  // The result has only fields of `fields`, and none that is undefined; Object.fromEntries types it as any record.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
