import { normalizeWord } from '../spelling.ts'
import type { FieldRule } from './trackingRules.ts'

/**
 * Returns a function that brings a value into the form required by a rule: "Black Friday" becomes "black-friday". A
 * value that differs from an allowed one only in case and separators becomes that one.
 */
export function createTransform(rule: FieldRule): (text: string) => string {
  const allowed = [...rule.values, ...(rule.dependent?.lists ?? []).flatMap(({ values }) => values)]
  const spellings = new Map(allowed.toReversed().map((value) => [normalizeWord(value), value]))
  const exact = new Set(allowed)
  return (text) => {
    const trimmed = text.trim().normalize('NFC')
    const cased = rule.lowerCase ? trimmed.toLowerCase() : trimmed
    const separated = rule.separator === null ? cased : separate(cased, rule.separator)
    return exact.has(separated) ? separated : (spellings.get(normalizeWord(separated)) ?? separated)
  }
}

/** A dot is part of many names (`example.com`), so it stays one. */
function separate(text: string, separator: string): string {
  return text
    .split(separator === '.' ? /[\s_.-]+/ : /[\s_-]+/)
    .filter((word) => word !== '')
    .join(separator)
}
