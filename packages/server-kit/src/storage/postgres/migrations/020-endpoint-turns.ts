// Which instance may claim a store's deliveries. Rows are never deleted, so that taking and ending a turn changes no index.
export const endpointTurns = `
CREATE TABLE endpoint_turns (
  merchant_id text COLLATE "C" PRIMARY KEY,
  owner text COLLATE "C"
) WITH (fillfactor = 50);
`;
