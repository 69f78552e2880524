import { UsageError } from './command.ts'

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The time that an option is given, such as `24h`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) {
    throw new UsageError(`--${option} takes a time such as 90s, 30m, 24h or 7d, not "${text}".`)
  }
  return Number(count) * (units[unit] ?? 0)
}
