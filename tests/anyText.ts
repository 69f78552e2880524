import fc from 'fast-check'

const [surrogates, afterSurrogates] = [0xd800, 0xe000]
const gap = afterSurrogates - surrogates

/**
 * Every code point except surrogates. Replaces fast-check's `binary`, which lists all 1.1 million of them: most of a
 * second and 130 MB in each process.
 */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - gap })
  .map((index) => String.fromCodePoint(index < surrogates ? index : index + gap), indexOf)

/** Lets fast-check try risky words such as `__proto__`, and shrink texts. */
function indexOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || text !== String.fromCodePoint(point))
    throw new Error('This is not a code point.')
  if (point >= surrogates && point < afterSurrogates) throw new Error('This is half of a surrogate pair.')
  return point < surrogates ? point : point - gap
}

/** Generates texts of any code points. */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: codePoint })
