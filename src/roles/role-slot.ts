/** Gives the rest of the process access to the running part of a role. */
export interface RoleSlot<T> {
  current(): T | null;
  /** Stores the part until the result is disposed of, which also disposes of the part. */
  put(part: T): AsyncDisposable;
}

export function createRoleSlot<T extends AsyncDisposable>(): RoleSlot<T> {
  let current: T | null = null;
  return {
    current: () => current,
    put(part) {
      current = part;
      return {
        async [Symbol.asyncDispose]() {
          if (current === part) current = null;
          await part[Symbol.asyncDispose]();
        },
      };
    },
  };
}
