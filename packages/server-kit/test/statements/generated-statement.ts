// Statements of any size, generated while they are read, so that a test of memory measures the reader.

export type GeneratedShape = "camt-entries" | "camt-batch" | "mt940";

/** `count` credits of 19.99 EUR, each with the reference that `referenceOf` gives. */
export function* generatedStatement(
  shape: GeneratedShape,
  count: number,
  referenceOf = (index: number) => `PS-${10_000 + index}-${index.toString(36).padStart(8, "x")}`,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const [head, entry, tail] = parts(shape, count);
  let text = head;
  for (let index = 0; index < count; index += 1) {
    text += entry(index, referenceOf(index));
    if (text.length < 64 * 1024) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text + tail);
}

function parts(
  shape: GeneratedShape,
  count: number,
): [head: string, entry: (index: number, reference: string) => string, tail: string] {
  if (shape === "mt940") {
    return [
      ":20:DAY\r\n:25:37040044/0532013000\r\n:28C:1/1\r\n:60F:C250304EUR0,00\r\n",
      (index, reference) =>
        `:61:2503050305C19,99NTRFNONREF//B${index}\r\n:86:166?00SEPA-GUTSCHRIFT?20EREF+E${index}?21SVWZ+${reference}?30BYLADEM1001?31DE02120300000000202051?32Buyer ${index}\r\n`,
      ":62F:C250305EUR0,00\r\n-\r\n",
    ];
  }
  const start =
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>\n';
  const end = "</Stmt></BkToCstmrStmt></Document>\n";
  const common = "<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2025-03-05</Dt></BookgDt>";
  const detail = (index: number, reference: string) =>
    `<TxDtls><Refs><EndToEndId>E${index}</EndToEndId></Refs><Amt Ccy="EUR">19.99</Amt><RltdPties><Dbtr><Pty><Nm>Buyer ${index}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Order ${index}</Ustrd><Ustrd>${reference} thank you</Ustrd></RmtInf></TxDtls>\n`;
  if (shape === "camt-batch") {
    const total = (BigInt(count) * 1999n).toString().padStart(3, "0");
    const amount = `${total.slice(0, -2)}.${total.slice(-2)}`;
    return [
      `${start}<Ntry><Amt Ccy="EUR">${amount}</Amt>${common}<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>`,
      detail,
      `</NtryDtls></Ntry>${end}`,
    ];
  }
  return [
    start,
    (index, reference) =>
      `<Ntry><NtryRef>${index}</NtryRef><Amt Ccy="EUR">19.99</Amt>${common}<AcctSvcrRef>B${index}</AcctSvcrRef><NtryDtls>${detail(index, reference)}</NtryDtls></Ntry>\n`,
    end,
  ];
}
