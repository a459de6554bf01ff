import { freePort } from './free-port.ts';

/** The bot's health server, as whoever watches it asks. */
export interface HealthPages {
  /** What the bot is to be started with. */
  readonly environment: Readonly<Record<string, string>>;
  get(path: string): Promise<{ readonly status: number; readonly body: string }>;
  /** The sum of all values of a metric whose labels hold all of `labels` (as they are written: `kind="sale"`). */
  metric(name: string, ...labels: readonly string[]): Promise<number>;
}

/** What `/metrics` says of one metric. */
function valueIn(text: string, name: string, labels: readonly string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const fitting = lines.filter((line) => labels.every((label) => line.includes(label)));
  return fitting.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

export async function healthPages(): Promise<HealthPages> {
  const port = await freePort();
  async function get(path: string) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, body: await answer.text() };
  }
  return {
    environment: { HTTP_PORT: String(port) },
    get,
    metric: async (name, ...labels) => valueIn((await get('/metrics')).body, name, labels),
  };
}
