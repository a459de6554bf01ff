import type { DrawnChart } from '#src/charts/drawn-charts.ts';
import type { Answer } from './answer.ts';

/** A chart as a file of an answer. */
export const chartFile = (name: string, { png, text }: DrawnChart): NonNullable<Answer['files']>[number] => ({
  name,
  attachment: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
  description: text,
});
