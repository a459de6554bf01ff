/** Names of transactions, by a statement that only they contain. The first match counts. */
const COMMITS = [
  ['migration', /\bCREATE TABLE\b/],
  ['recovery', /^UPDATE posts SET state = 'ambiguous'.* WHERE settled_at IS NULL/],
  ['begun post', /^INSERT INTO posts\b/],
  ['repeated try', /^UPDATE posts SET state = 'sending'/],
  ['sent post', /^UPDATE posts SET state = 'sent'/],
  ['ambiguous post', /^UPDATE posts SET state = 'ambiguous'.* WHERE id/],
  ['released post', /^UPDATE posts SET state = 'released'/],
  ['published post', /^UPDATE posts SET publish = 'done'/],
  ['edited card', /^UPDATE cards SET revision/],
  ['stopped channel', /^UPDATE lanes SET state = :state/],
  ['notice', /^UPDATE lanes SET notice_due = 0 WHERE/],
  ['reopened channel', /^UPDATE lanes SET state = 'open'.*, abandoned = 0\b/],
  ['marked summary', /^UPDATE lanes SET fold_mark/],
  ['further chunk of deliveries', /^DELETE FROM addressing\b/],
  ['poll of the auctions', /^INSERT INTO auctions\b/],
  ['poll of the feed', /^INSERT INTO seen\b/],
] as const;

/** Every pattern by its name. */
export const COMMIT_PATTERNS: readonly (readonly [name: CommitName, pattern: RegExp])[] = COMMITS;

export type CommitName = (typeof COMMITS)[number][0];

/** The name of the transaction with these statements; `null` when it has none. */
export function commitName(statements: readonly string[]): CommitName | null {
  const plain = statements.map((sql) => sql.trim().replaceAll(/\s+/g, ' '));
  return COMMITS.find(([, pattern]) => plain.some((sql) => pattern.test(sql)))?.[0] ?? null;
}
