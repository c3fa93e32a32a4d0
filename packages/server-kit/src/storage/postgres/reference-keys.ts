// The indexed expressions for look-ups by references of bank statements: capital letters and digits of a reference, equal to the result of
// `referenceKey` for every character that a reference may contain; the ending is equal to that of `keyEnding`.
const keyOf = (column: string): string => `translate(upper(${column}), ' .,-_/+:#?()''', '')`;

export const remittanceKeySql = keyOf("remittance_info");
export const remittanceEndingSql = `right(${remittanceKeySql}, 8)`;
export const endToEndKeySql = keyOf("end_to_end_id");
