import fc from 'fast-check'

const [surrogates, afterSurrogates] = [0xd800, 0xe000]
const gap = afterSurrogates - surrogates

/**
 * Every code point that is none of a surrogate, as what fast-check calls `binary`, which lists all 1.1 million of them for
 * its own use: most of a second in each process, and 130 MB that stay.
 */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - gap })
  .map((index) => String.fromCodePoint(index < surrogates ? index : index + gap), indexOf)

/** By which fast-check finds the words that programs trip over, such as `__proto__`, and what is smaller. */
function indexOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('That is no code point.')
  if (point >= surrogates && point < afterSurrogates) throw new Error('That is half of a surrogate pair.')
  return point < surrogates ? point : point - gap
}

/** Texts of any code points. */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: codePoint })
