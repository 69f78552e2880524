import { Option } from 'commander'
import { dayOf, spans } from '../store/visits.ts'
import { dayNamed, dayText } from '../visits/report.ts'
import { hourAt } from '../visits/retention.ts'
import { UsageError } from './command.ts'
import type { Given } from './command.ts'

const usualDays = 30

/** `--from` and `--to`, of commands that tell of some days. */
export const dayOptions = [
  dayOption('from', `the first UTC day, such as 2026-11-01; without it, ${usualDays} days to the last one.`),
  dayOption('to', 'the last UTC day, such as 2026-11-30; without it, today.'),
]

function dayOption(name: string, about: string): Option {
  return new Option(`--${name} <DAY>`, about).argParser((text) => {
    if (/^\d{4}-\d\d-\d\d$/.test(text) && isDay(text)) return dayNamed(text)
    throw new UsageError(`--${name} takes a day such as 2026-11-30.`)
  })
}

/** Of a 30th of February, JavaScript makes a day in March. */
function isDay(text: string): boolean {
  const start = dayNamed(text)
  return !Number.isNaN(start) && dayText(start) === text
}

/** The first and the last day, by the hours since 1970 at which they begin. */
export interface Days {
  from: number
  to: number
}

/** What these options say. */
export function daysOf(options: Given['options']): Days {
  const to = Number(options['to'] ?? dayOf(hourAt(Date.now())))
  const from = Number(options['from'] ?? to - (usualDays - 1) * spans.day)
  if (from > to) throw new UsageError('--from must not be after --to.')
  return { from, to }
}
