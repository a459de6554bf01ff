import type { Arrival } from './stand-ins/discord.ts';

const SUMMARY = /^([\d,]+) alerts? in /;

function titlesOf(body: string): readonly unknown[] {
  const { embeds = [] }: { embeds?: readonly { readonly title?: unknown }[] } = JSON.parse(body);
  return embeds.map(({ title }) => title);
}

/** Number of alerts in a message: one for each embed, or the count of a summary. */
export function alertsIn({ body }: Arrival): number {
  const titles = titlesOf(body);
  const counted = titles.flatMap((title) =>
    typeof title === 'string' ? (SUMMARY.exec(title)?.[1] ?? []) : [],
  );
  const [summary] = counted;
  return summary === undefined ? titles.length : Number(summary.replaceAll(',', ''));
}

/** Maximum number of requests within any second. */
export function maxPerSecond(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ at }) => at).toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [position, at] of times.entries()) {
    while ((times[first] ?? at) <= at - 1_000) first += 1;
    most = Math.max(most, position - first + 1);
  }
  return most;
}
