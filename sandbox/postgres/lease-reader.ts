import pg from 'pg';

/** A lease as the bots' database has it. */
export interface HeldLease {
  /** `poller`, `sender`, `housekeeper`, or `shard:` and its number. */
  readonly role: string;
  /** Process id of the holder; `null` where the name of the holder has none. */
  readonly pid: number | null;
  /** Grows with every new holder. */
  readonly fence: number;
  /** Epoch ms, by the clock of the database. */
  readonly renewedAtMs: number;
  /** Whether it had not expired when it was read. */
  readonly isValid: boolean;
}

/** Reads who holds which role, on a connection of its own. */
export interface LeaseReader extends AsyncDisposable {
  /** Resolves to `null` while the database does not answer. */
  read(): Promise<readonly HeldLease[] | null>;
}

const READ = `select role, holder, fence::int as fence, renewed_at::float8 as renewed_at,
  expires_at > extract(epoch from clock_timestamp()) * 1000 as is_valid from leases order by role`;
const TIMEOUT_MS = 2_000;

interface Row {
  readonly role: string;
  readonly holder: string;
  readonly fence: number;
  readonly renewed_at: number;
  readonly is_valid: boolean;
}

/** `host:pid:random`. */
function pidOf(holder: string): number | null {
  const pid = Number(holder.split(':').at(-2));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** A reader of a database whose tables may not exist yet. @param url of a PostgreSQL database */
export function openLeaseReader(url: string): LeaseReader {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'gavel-lease-reader',
  });
  // An idle connection that breaks is replaced at the next read, which says so if it fails.
  pool.on('error', () => undefined);
  return {
    async read() {
      try {
        const { rows } = await pool.query<Row>(READ);
        return rows.map(({ role, holder, fence, renewed_at: renewedAtMs, is_valid: isValid }) => ({
          role,
          pid: pidOf(holder),
          fence,
          renewedAtMs,
          isValid,
        }));
      } catch (error) {
        if (error instanceof Error) return null;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
