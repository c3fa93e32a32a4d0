// The classes of the service's advisory locks, and SQL that finds those that are held. The first half of a lock is its class, any fixed
// number; the second half is a digest of the schema, and in some classes of a name.

export const migrationLockClass = 7_436_529;
export const instanceLockClass = 7_436_530;
export const leaderLockClass = 7_436_531;
export const jobTablesLockClass = 7_436_532;
export const copyLockClass = 7_436_540;

/** FROM and WHERE of the locks of the class `$1` that sessions of this database hold. */
export const heldLocksSql = `FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Whether the lock is that of this text. The server shows the two halves as unsigned numbers, and a digest is signed. */
export function isLockOfSql(text: string): string {
  return `objid::bigint = hashtext(${text})::bigint & 4294967295`;
}
