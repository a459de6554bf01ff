import { freePort } from './free-port.ts';

/** A client of the bot's health server. */
export interface HealthPages {
  /** Environment variables of the bot. */
  readonly environment: Readonly<Record<string, string>>;
  get(path: string): Promise<{ readonly status: number; readonly body: string }>;
  /** The sum of the values of a metric with all of `labels` (in Prometheus syntax: `kind="sale"`). */
  metric(name: string, ...labels: readonly string[]): Promise<number>;
}

/** The sum of a metric's values in the text of `/metrics`. */
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
