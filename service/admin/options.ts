import { Option } from 'commander'
import { quoteWrongValue } from '../settings/variables.ts'
import { UsageError } from './command.ts'

/** Returns an option without a value. */
export function flagOption(name: string, description: string): Option {
  return new Option(`--${name}`, description)
}

/** Returns an option with a value, shown as `--from URL`. */
export function valueOption(name: string, value: string, description: string): Option {
  return new Option(`--${name} <${value}>`, description).argParser((text, previous: unknown) =>
    requireValue(name, text, previous),
  )
}

/** Returns an option that takes one of several words. */
export function choiceOption(name: string, choices: readonly string[], description: string): Option {
  return new Option(`--${name} <${name.toUpperCase()}>`, description).argParser((text, previous: unknown) => {
    if (choices.includes(requireValue(name, text, previous))) return text
    throw new UsageError(
      `--${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}${quoteWrongValue(text)}.`,
    )
  })
}

/** Returns an option with a time such as `24h`, in milliseconds. */
export function timeOption(name: string, description: string): Option {
  return new Option(`--${name} <TIME>`, description).argParser((text) =>
    parseTime(name, requireValue(name, text)),
  )
}

/** Returns an option with an integer from 1. */
export function countOption(name: string, description: string, max: number): Option {
  return new Option(`--${name} <NUMBER>`, description).argParser((text, previous: unknown) => {
    const count = /^\d{1,9}$/.test(requireValue(name, text, previous)) ? Number(text) : 0
    if (count >= 1 && count <= max) return count
    throw new UsageError(`--${name} must be a whole number from 1 to ${max}${quoteWrongValue(text)}.`)
  })
}

/**
 * Returns the value of an option. Throws if another option follows in its place, because the value was forgotten, or if
 * the option was given before: the parser would silently use only the last value.
 */
function requireValue(name: string, text: string, previous?: unknown): string {
  if (previous !== undefined) throw new UsageError(`--${name} can be given only once.`)
  if (text === '' || text.startsWith('--')) throw new UsageError(`--${name} needs a value.`)
  return text
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseTime(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) {
    throw new UsageError(`--${name} must be a time such as 90s, 30m, 24h or 7d${quoteWrongValue(text)}.`)
  }
  return Number(count) * (units[unit] ?? 0)
}
