import { type RawBuilder, sql } from 'kysely';

/**
 * A text that stands in the statement itself. SQLite uses a partial index (`where state = 'pending'`) only for statements that
 * have the condition of the index word by word; so these conditions are written with literals, not with parameters, and those
 * on booleans as `eb.ref('isUrgent')`.
 */
export const literal = <T extends string>(text: T): RawBuilder<T> => sql.lit(text);
