import { Option } from 'commander'
import { z } from 'zod'
import { startOfDay, spans } from '../store/visits/visits.ts'
import { parseDay } from '../visits/report.ts'
import { toHour } from '../visits/retention.ts'
import { UsageError, type ParsedArguments } from './command.ts'

const defaultDays = 30

/** `--from` and `--to`, for commands that report on a range of days. */
export const dayOptions = [
  dayOption(
    'from',
    `the first UTC day, such as 2026-11-01; default: ${defaultDays} days up to the last day.`,
  ),
  dayOption('to', 'the last UTC day, such as 2026-11-30; default: today.'),
]

function dayOption(name: string, description: string): Option {
  return new Option(`--${name} <DAY>`, description).argParser((text) => {
    if (z.iso.date().safeParse(text).success) return parseDay(text)
    throw new UsageError(`--${name} must be a day such as 2026-11-30.`)
  })
}

/** The hours, counted since 1970, at which the first and the last day begin. */
export interface Days {
  from: number
  to: number
}

/** Parses these options. */
export function parseDays(options: ParsedArguments['options']): Days {
  const to = Number(options['to'] ?? startOfDay(toHour(Date.now())))
  const from = Number(options['from'] ?? to - (defaultDays - 1) * spans.day)
  if (from > to) throw new UsageError('--from must not be after --to.')
  return { from, to }
}
