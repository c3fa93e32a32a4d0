// The purpose of each sealed value. The vault binds a value to its purpose, so that one row's secret cannot be moved to another row.

export const webhookSecretPurpose = (merchantId: string): string => `webhook-secret:${merchantId}`;
export const attemptRequestPurpose = (attemptId: string): string => `attempt-request:${attemptId}`;
export const statementEntryPurpose = (entryId: string): string => `statement-entry:${entryId}`;
export const secondFactorPurpose = (userId: string): string => `second-factor:${userId}`;
export const accountMailPurpose = (mailId: string): string => `account-mail:${mailId}`;
export const settingPurpose = (name: string): string => `setting:${name}`;
