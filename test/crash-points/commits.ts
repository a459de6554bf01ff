/** What the bot writes in one transaction, by the statement that no other transaction has. The first that fits names it. */
const COMMITS = [
  ['migration', /\bCREATE TABLE\b/],
  ['recovery', /^UPDATE posts SET state = 'ambiguous' WHERE settled_at IS NULL/],
  ['begun post', /^INSERT INTO posts\b/],
  ['repeated try', /^UPDATE posts SET state = 'sending'/],
  ['sent post', /^UPDATE posts SET state = 'sent'/],
  ['ambiguous post', /^UPDATE posts SET state = 'ambiguous' WHERE id/],
  ['released post', /^UPDATE posts SET state = 'released'/],
  ['published post', /^UPDATE posts SET publish = 'done'/],
  ['card shown', /^UPDATE cards SET revision/],
  ['stopped lane', /^UPDATE lanes SET state = :state/],
  ['notice', /^UPDATE lanes SET notice_due = 0 WHERE/],
  ['reopened lane', /^UPDATE lanes SET state = 'open'.*, abandoned = 0\b/],
  ['fold', /^UPDATE lanes SET fold_mark/],
  ['further addressing', /^DELETE FROM addressing\b/],
  ['look at the auctions', /^INSERT INTO auctions\b/],
  ['look at the feed', /^INSERT INTO seen\b/],
] as const;

export type CommitName = (typeof COMMITS)[number][0];

/** The transaction that ran these statements, or `null` for one that nobody needs to know. */
export function commitName(statements: readonly string[]): CommitName | null {
  const plain = statements.map((sql) => sql.trim().replaceAll(/\s+/g, ' '));
  return COMMITS.find(([, pattern]) => plain.some((sql) => pattern.test(sql)))?.[0] ?? null;
}
