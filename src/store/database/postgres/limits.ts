/** Limits and waiting times, ms. */
export interface PostgresLimits {
  readonly connections: number;
  readonly connectMs: number;
  /** Of one statement, by the server’s clock. */
  readonly statementMs: number;
  /** Of one answer, by ours: the server or the network may be gone. More than `statementMs`. */
  readonly answerMs: number;
  /** Below the life of a lease, so that a frozen process does not hold the rows of others. */
  readonly idleInTransactionMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connections: 10,
  connectMs: 5_000,
  statementMs: 8_000,
  answerMs: 12_000,
  idleInTransactionMs: 8_000,
};
