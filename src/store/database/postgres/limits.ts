/** The `application_name` of a bot's connections. */
export const BOT_CONNECTION = 'gavel roles';

/** Limits and waits, ms. */
export interface PostgresLimits {
  readonly connections: number;
  readonly connectMs: number;
  /** Time limit of a statement, by the server’s clock. */
  readonly statementMs: number;
  /** Time limit of an answer, by the local clock, in case the server or the network fails. More than `statementMs`. */
  readonly answerMs: number;
  /** Below the duration of a lease, so that a frozen process does not keep other processes' rows locked. */
  readonly idleInTransactionMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = {
  connections: 10,
  connectMs: 5_000,
  statementMs: 8_000,
  answerMs: 12_000,
  idleInTransactionMs: 8_000,
};
