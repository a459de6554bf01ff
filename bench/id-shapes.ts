function times(count: number, make: (index: number) => bigint): bigint[] {
  return Array.from({ length: count }, (_unused, index) => make(index));
}

/** Ids with a distance of `gap(index)` to the previous one. */
function rising(count: number, gap: (index: number) => bigint): bigint[] {
  let id = 0n;
  return times(count, (index) => {
    id += gap(index);
    return id;
  });
}

function word(random: () => number): bigint {
  return BigInt(Math.floor(random() * 2 ** 32));
}

/** Numberings of tokens in collections: each function returns `count` ids in ascending order. */
export const ID_SHAPES: Readonly<Record<string, (count: number, random: () => number) => bigint[]>> = {
  'from 0': (count) => times(count, BigInt),
  'from 1': (count) => times(count, (index) => BigInt(index + 1)),
  '10 % missing': (count, random) => rising(count, () => (random() < 0.1 ? 2n : 1n)),
  '30 % missing': (count, random) => rising(count, () => (random() < 0.4 ? 2n : 1n)),
  '66 % missing': (count, random) => rising(count, () => BigInt(1 + Math.floor(random() * 5))),
  'large holes': (count, random) =>
    rising(count, () => (random() < 0.002 ? BigInt(Math.floor(random() * 5_000)) : 1n)),
  'one huge hole': (count) => rising(count, (index) => (index === Math.floor(count / 3) ? 1_000_000n : 1n)),
  'half burnt': (count, random) => rising(count, (index) => (index < count / 2 && random() < 0.8 ? 5n : 1n)),
  'blocks of a million': (count) =>
    times(count, (index) => BigInt(Math.floor(index / 700)) * 1_000_000n + BigInt(index % 700)),
  squares: (count) => times(count, (index) => BigInt(index) ** 2n),
  geometric: (count) => rising(count, (index) => 1n + BigInt(Math.floor(1.002 ** index))),
  'random 64 bits': (count, random) =>
    times(count, () => (word(random) << 32n) | word(random)).toSorted((a, b) => (a < b ? -1 : 1)),
  'random 256 bits': (count, random) =>
    times(count, () => times(8, () => word(random)).reduce((id, part) => (id << 32n) | part, 0n)).toSorted(
      (a, b) => (a < b ? -1 : 1),
    ),
  'creator and number packed': (count, random) =>
    Array.from({ length: 40 }, () => word(random) << 96n)
      .flatMap((creator) => times(count / 40, (index) => creator + BigInt(index)))
      .toSorted((a, b) => (a < b ? -1 : 1)),
};
