// Listeners to webhooks of test payments, and the events kept for them for a day.
export const listenersSchema = `
CREATE TABLE webhook_listeners (
  merchant_id text COLLATE "C" PRIMARY KEY,
  listening_until bigint NOT NULL,
  last_number bigint NOT NULL
);

CREATE TABLE listened_events (
  merchant_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  event text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  path text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, number)
);
CREATE INDEX listened_events_created ON listened_events (created_at);
`;
