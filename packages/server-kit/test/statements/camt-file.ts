// Bank statements in CAMT.053, from a sketch of their entries.
import { toDecimalText } from "../../src/domain/currency-exponent.js";

/** The account of every statement. */
export const statementIban = "DE89370400440532013000";

export interface SketchedEntry {
  cents?: number;
  currency?: string;
  text?: string | string[];
  debit?: boolean;
  reversal?: boolean;
  returned?: string;
  status?: string;
  day?: string;
  /** Instead of the day of the booking. */
  valueDay?: string;
  reference?: string;
  endToEndId?: string;
  name?: string;
  iban?: string;
}

/** A CAMT.053 of these entries. */
export function camt(...entries: SketchedEntry[]): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const body = entries.map((entry) => {
    const amount = toDecimalText(entry.cents ?? 1999, entry.currency ?? "EUR");
    const side = entry.debit === true ? "Cdtr" : "Dbtr";
    return `<Ntry><Amt Ccy="${entry.currency ?? "EUR"}">${amount}</Amt><CdtDbtInd>${entry.debit === true ? "DBIT" : "CRDT"}</CdtDbtInd>${entry.reversal === true ? "<RvslInd>true</RvslInd>" : ""}<Sts><Cd>${entry.status ?? "BOOK"}</Cd></Sts>${entry.valueDay === undefined ? `<BookgDt><Dt>${entry.day ?? "2025-03-05"}</Dt></BookgDt>` : `<ValDt><Dt>${entry.valueDay}</Dt></ValDt>`}${entry.reference === undefined ? "" : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`}<NtryDtls><TxDtls>${entry.endToEndId === undefined ? "" : `<Refs><EndToEndId>${entry.endToEndId}</EndToEndId></Refs>`}<RltdPties><${side}><Pty><Nm>${escaped(entry.name ?? "Erika Mustermann")}</Nm></Pty></${side}><${side}Acct><Id><IBAN>${entry.iban ?? "DE02120300000000202051"}</IBAN></Id></${side}Acct></RltdPties><RmtInf>${[
      entry.text ?? [],
    ]
      .flat()
      .map((line) => `<Ustrd>${escaped(line)}</Ustrd>`)
      .join(
        "",
      )}</RmtInf>${entry.returned === undefined ? "" : `<RtrInf><Rsn><Cd>${entry.returned}</Cd></Rsn></RtrInf>`}</TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${statementIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${body.join("\n")}</Stmt></BkToCstmrStmt></Document>`;
}
