// Listeners to webhooks of test payments, and the events kept for them for a day.
export const listenersSchema = `
CREATE TABLE webhook_listeners (
  merchant_id TEXT PRIMARY KEY,
  listening_until INTEGER NOT NULL,
  last_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE listened_events (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  delivery_id TEXT NOT NULL,
  event TEXT NOT NULL,
  body BLOB NOT NULL,
  path TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX listened_events_created ON listened_events (created_at);
`;
