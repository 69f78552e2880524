/**
 * Wraps a part of the stand-in so that using anything it lacks throws. A plain object would return `undefined` and hide
 * the mistake. Allows what promises and inspectors read from every object.
 */
export function createStrict<T extends object>(name: string, part: T): T {
  const harmless = new Set<string | symbol>(['then', 'toJSON'])
  return new Proxy(part, {
    get: (target, key) => {
      const isKnown = key in target || typeof key === 'symbol' || harmless.has(key)
      if (!isKnown) throw new TypeError(`The stand-in for Electron has no ${name}.${key}`)
      const value = Reflect.get(target, key) as unknown
      // Private members are on the part itself, not on its wrapper.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Throws for an argument that the real function would reject. */
export function assertArgument(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(message)
}

/** Whether an argument is a string, whatever its type says: the app may have been built without type checks. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}
