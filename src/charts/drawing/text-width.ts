/** The widest characters of Inter, in parts of the font's size; measured against the font in a test. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijltfrI1.,:;'|!()[\]\s·-]/u, 0.5],
  [/[WMmw@%—…ÆŒæœ]/u, 1.02],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{Sc}\p{P}]/u, 0.8],
];
const OTHER_WIDTH = 1.1;

/**
 * At most how wide a text is drawn, in pixels. An estimate from above, so that what it finds room for has room.
 * @param size of the font, pixels
 */
export function textWidth(text: string, size: number): number {
  const width = Array.from(text).reduce(
    (sum, character) => sum + (WIDTHS.find(([class_]) => class_.test(character))?.[1] ?? OTHER_WIDTH),
    0,
  );
  return width * size;
}
