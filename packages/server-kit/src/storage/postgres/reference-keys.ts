// The indexed expressions by which a payment is found from what a bank statement says: capital letters and digits of a reference, as
// `referenceKey` makes them, for every character that a reference may hold.
const keyOf = (column: string): string => `translate(upper(${column}), ' .,-_/+:#?()''', '')`;

export const remittanceKeySql = keyOf("remittance_info");
export const remittanceEndingSql = `right(${remittanceKeySql}, 8)`;
export const endToEndKeySql = keyOf("end_to_end_id");
