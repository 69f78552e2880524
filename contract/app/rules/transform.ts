import { normalizeWord } from '../values/spelling.ts'
import type { FieldRule } from '../../service/rules/trackingRules.ts'

/**
 * Returns a function that transforms a value to the form required by a rule: "Black Friday" becomes "black-friday". A
 * value that differs from an allowed one only in case and separators becomes the allowed one.
 */
export function createTransform(rule: FieldRule): (text: string) => string {
  const allowed = [...rule.values, ...(rule.dependent?.lists ?? []).flatMap(({ values }) => values)]
  const spellings = new Map(allowed.toReversed().map((value) => [normalizeWord(value), value]))
  const exact = new Set(allowed)
  const spell = createSpelling(rule)
  return (text) => {
    const spelled = spell(text)
    return exact.has(spelled) ? spelled : (spellings.get(normalizeWord(spelled)) ?? spelled)
  }
}

/** Returns a function that applies a rule's case and separator to a value. */
export function createSpelling({ lowerCase, separator }: FieldRule): (text: string) => string {
  return (text) => {
    const trimmed = text.trim().normalize('NFC')
    const cased = lowerCase ? trimmed.toLowerCase() : trimmed
    return separator === null ? cased : separate(cased, separator)
  }
}

/** A dot is kept, because it is part of many names (`example.com`). */
function separate(text: string, separator: string): string {
  return text
    .split(separator === '.' ? /[\s_.-]+/ : /[\s_-]+/)
    .filter((word) => word !== '')
    .join(separator)
}
