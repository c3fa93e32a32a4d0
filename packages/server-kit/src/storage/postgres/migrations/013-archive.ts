// The new id of a deleted store, while its rows are moved to that id slice by slice.
export const archiveSchema = `
ALTER TABLE stores ADD COLUMN archived_as text COLLATE "C";
`;
