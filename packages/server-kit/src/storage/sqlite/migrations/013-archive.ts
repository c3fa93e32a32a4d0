// Under which id a deleted store is kept from now on, while what was its own moves there slice by slice.
export const archiveSchema = `
ALTER TABLE stores ADD COLUMN archived_as TEXT;
`;
