// Whose turn it is to claim a store's deliveries. A row stays once it was made: taking and ending a turn then touches no index.
export const endpointTurns = `
CREATE TABLE endpoint_turns (
  merchant_id text COLLATE "C" PRIMARY KEY,
  owner text COLLATE "C"
) WITH (fillfactor = 50);
`;
