/**
 * Byte arrays by key, packed into large blocks. Separate allocations between the large, short-lived buffers of
 * incoming messages would fragment the heap: with ten thousand arrays of 4 KiB that costs more than the arrays
 * themselves.
 */
export interface ByteArena {
  /** Stores a copy. */
  put(key: string, bytes: Uint8Array): void;
  /** The stored bytes, valid until the next `put`; `null` where there are none. */
  get(key: string): Uint8Array | null;
  delete(key: string): void;
  /** Total size of all blocks in bytes. */
  readonly size: number;
}

const BLOCK_BYTES = 2 ** 20;
/** A block with a smaller used share is emptied into other blocks. */
const MIN_USED = 0.5;

interface Block {
  readonly bytes: Uint8Array;
  readonly keys: Set<string>;
  /** Offset of the next array. */
  end: number;
  used: number;
}

interface Piece {
  readonly block: Block;
  readonly start: number;
  readonly length: number;
}

/**
 * Creates an empty store.
 * @param blockBytes size of a block; a larger array gets a block of its own
 */
export function createByteArena(blockBytes = BLOCK_BYTES): ByteArena {
  const pieces = new Map<string, Piece>();
  const blocks = new Set<Block>();
  let currentBlock: Block | null = null;

  function blockWithRoom(length: number): Block {
    if (currentBlock !== null && currentBlock.end + length <= currentBlock.bytes.length) return currentBlock;
    currentBlock = { bytes: new Uint8Array(Math.max(blockBytes, length)), keys: new Set(), end: 0, used: 0 };
    blocks.add(currentBlock);
    return currentBlock;
  }

  function append(key: string, bytes: Uint8Array): void {
    const { length } = bytes;
    const block = blockWithRoom(length);
    block.bytes.set(bytes, block.end);
    pieces.set(key, { block, start: block.end, length });
    block.keys.add(key);
    block.end += length;
    block.used += length;
  }

  const bytesOf = ({ block, start, length }: Piece) => block.bytes.subarray(start, start + length);

  function release(key: string, { block, length }: Piece): void {
    pieces.delete(key);
    block.keys.delete(key);
    block.used -= length;
  }

  function compactIfSparse(block: Block): void {
    if (block === currentBlock || block.used >= block.end * MIN_USED) return;
    for (const key of [...block.keys]) {
      const piece = pieces.get(key);
      if (piece === undefined) continue;
      release(key, piece);
      append(key, bytesOf(piece));
    }
    blocks.delete(block);
  }

  function remove(key: string): void {
    const piece = pieces.get(key);
    if (piece === undefined) return;
    release(key, piece);
    compactIfSparse(piece.block);
  }

  return {
    put(key, bytes) {
      remove(key);
      append(key, bytes);
    },
    get(key) {
      const piece = pieces.get(key);
      return piece === undefined ? null : bytesOf(piece);
    },
    delete: remove,
    get size() {
      return [...blocks].reduce((sum, { bytes }) => sum + bytes.length, 0);
    },
  };
}
