import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Transaction } from '#src/store/database/database.ts';
import { createStore } from '#src/store/open.ts';
import { fillStore } from '../move/fill-store.ts';
import { type DatabaseKind, describeEachDatabase } from './each-database.ts';

/** Columns with words of the program, which the database checks. */
const CHECKED = [
  'channel_queues.state',
  'channel_queues.target_type',
  'channel_settings.auctions',
  'channel_settings.size',
  'channel_settings.sound',
  'deliveries.state',
  'detected_alerts.dropped',
  'guild_settings.currency_display',
  'market_days.detail',
  'posts.dead_reason',
  'posts.layout',
  'posts.publish',
  'posts.state',
  'silences.scope',
  'templates.scope',
];

/** Columns that the database compares with those of other tables or with other columns of the row. */
const BOUND = [
  'channel_queues.channel_id',
  'channel_queues.user_id',
  'channel_settings.loud_from',
  'channel_settings.ping_minimum',
  'channel_settings.ping_role_id',
  'deliveries.channel_id',
  'live_messages.channel_id',
  'people.direct_channel_id',
  'posts.channel_id',
  'silences.target',
  'subscriptions.channel_id',
  'templates.target',
];

/** Of the server or of the migrator. */
const FOREIGN = ['database_history.system_identifier', 'transaction_tokens.connection'];

/** An entry of an index of PostgreSQL has at most 2,704 bytes, and a character at most 4. */
const MAX_INDEXED = 600;

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\\0 \\u0000 \\x00',
  '\ud83e half',
  'half \udd22',
  '\u{1F9A2}\u{10FFFF}',
  '\u202Eright to left\u202C مرحبا שלום',
  'e\u0301 é \uFFFD \uFFFF \uFEFF',
  `'"\`;--/* $1 ? :a @b %s`,
  '%_\\%\\_',
  '{"a":[1,null,"\\u0000"]}',
  '{1,2,NULL}',
  '\r\n\t\u0001\u007F\u2028',
  'NULL',
  '1e400',
];

const anyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string(),
);
/** Not compressible, or the database would make it short. */
const longText = fc
  .tuple(anyText, fc.constantFrom('\u{1F9A2}', 'x', '\u0416'))
  .map(([text, unit]) => `${text}${unit.repeat(20_000)}`);

/** What a text is after it was written: PostgreSQL has no U+0000, and UTF-8 no half of a surrogate pair. */
const stored = (text: string): string => text.replaceAll('\0', '').toWellFormed();

interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly isIndexed: boolean;
}

/** Every column with texts, as SQLite lists them; PostgreSQL has the same. */
async function textColumns(kind: DatabaseKind, database: Database): Promise<readonly TextColumn[]> {
  const query =
    kind.dialect === 'sqlite'
      ? sql<{ table: string; column: string; isIndexed: boolean }>`
          select tables.name as "table", columns.name as "column",
                 exists (select 1 from pragma_index_list(tables.name) as indexes, pragma_index_xinfo(indexes.name) as entries
                          where entries.name = columns.name and entries.key) as is_indexed
            from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'kysely%' and tables.name not like 'sqlite%'
             and columns.type = 'TEXT'
           order by 1, 2`
      : sql<{ table: string; column: string; isIndexed: boolean }>`
          select tables.relname as "table", columns.attname as "column",
                 exists (select 1 from pg_index as indexes
                          where indexes.indrelid = tables.oid and columns.attnum = any (indexes.indkey)) as is_indexed
            from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
           where tables.relkind = 'r' and tables.relnamespace = 'public'::regnamespace
             and tables.relname not like 'kysely%' and columns.attnum > 0 and columns.atttypid = 'text'::regtype
           order by tables.relname collate "C", columns.attname collate "C"`;
  const { rows } = await database.read('columns', (queries) => query.execute(queries));
  return rows.filter(
    ({ table, column }) => ![...CHECKED, ...BOUND, ...FOREIGN].includes(`${table}.${column}`),
  );
}

/** Rows where the store writes none by itself. */
async function addRows(transaction: Transaction): Promise<void> {
  await transaction
    .insertInto('leases')
    .values({ role: 'r', holder: 'h', fence: 1, renewedAt: 1, expiresAt: 1 })
    .execute();
  await transaction
    .insertInto('processes')
    .values({ id: 'p', name: 'n', version: '1', roles: '[]', startedAt: 1, seenAt: 1 })
    .execute();
  await transaction
    .insertInto('roleReports')
    .values({ role: 'r', holder: 'h', fence: 1, report: '{}', reportedAt: 1 })
    .execute();
  await transaction
    .insertInto('shardSessions')
    .values({ shardId: 0, shardCount: 1, session: '{}', savedAt: 1 })
    .execute();
  await transaction
    .insertInto('shardGuilds')
    .values({ shardId: 0, shardCount: 1, guildId: '9', isAvailable: true, packed: 'AA==' })
    .execute();
  await transaction.insertInto('handledInteractions').values({ id: '1', handledAt: 1 }).execute();
  await transaction
    .insertInto('guildChanges')
    .values({ guildId: '9', version: 1, changedAt: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .insertInto('channelFacts')
    .values({
      ...{ channelId: '1', guildId: '1', missingPermissions: '[]', missingRoleIds: '[]', checkedAt: 1 },
      ...{ isHistoryReadable: true, isPublishing: false },
    })
    .execute();
  const { id: alertId } = await transaction
    .selectFrom('alerts')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await transaction.insertInto('pendingRecipients').values({ alertId, recipients: '[]' }).execute();
  await transaction
    .insertInto('databaseHistory')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction.updateTable('alerts').set({ aboutChannelId: '1', liveKey: 'k' }).execute();
}

/** Where the row is that is written to, by table: on PostgreSQL it moves with every change. */
type Places = Map<string, string | number>;

/** Writes the text into one row, and finds it by it. Resolves to what is read there. */
async function through(
  transaction: Transaction,
  { table, column }: TextColumn,
  { text, places, dialect }: { readonly text: string; readonly places: Places; readonly dialect: string },
): Promise<string | undefined> {
  const [target, field] = [sql.table(table), sql.ref(column)];
  const place = sql.raw(dialect === 'sqlite' ? 'rowid' : 'ctid::text');
  const known = places.get(table);
  const where = known === undefined ? sql`(select min(${place}) from ${target})` : sql`${known}`;
  const { rows: moved } = await sql<{ place: string | number }>`
    update ${target} set ${field} = ${text} where ${place} = ${where} returning ${place} as place`.execute(
    transaction,
  );
  for (const one of moved) places.set(table, one.place);
  const { rows } = await sql<{
    found: string;
  }>`select ${field} as found from ${target} where ${field} = ${text}`.execute(transaction);
  return rows[0]?.found;
}

describeEachDatabase('a text', (kind) => {
  it('of any kind comes back from every column, and is found there', { timeout: 120_000 }, async () => {
    await using place = await kind.create();
    await using database = await place.open({ now: () => 5_000_000 });
    await fillStore(createStore(database));
    await database.transaction('rows', addRows);
    const columns = await textColumns(kind, database);
    expect(columns.length).toBeGreaterThan(60);
    const places: Places = new Map();
    await fc.assert(
      fc.asyncProperty(anyText, longText, async (short, long) => {
        const wrong = await database.transaction('texts', async (transaction) => {
          const differing: unknown[] = [];
          for (const one of columns) {
            const text = one.isIndexed ? short.slice(0, MAX_INDEXED) : long;
            for (const written of [short.slice(0, MAX_INDEXED), text]) {
              const found = await through(transaction, one, { text: written, places, dialect: kind.dialect });
              if (found !== stored(written))
                differing.push([one.table, one.column, written.slice(0, 60), found?.slice(0, 60)]);
            }
          }
          return differing;
        });
        expect(wrong).toEqual([]);
      }),
      {
        numRuns: 10,
        examples: NASTY.slice(0, 8).map((text): [string, string] => [text, `${text}${'x'.repeat(20_000)}`]),
      },
    );
  });
});
