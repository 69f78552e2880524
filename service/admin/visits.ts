import { Option } from 'commander'
import { usualKeeping } from '../settings/visits.ts'
import { countNames, dayOf, spans } from '../store/visits.ts'
import type { VisitRow } from '../store/visits.ts'
import { dayNamed, dayText, visitsOf } from '../visits/report.ts'
import { hourAt, retentionAt } from '../visits/retention.ts'
import { UsageError } from './command.ts'
import type { CommandRow, Context, Given } from './command.ts'
import { noSuchLink, pathOrLink, readPath } from './links.ts'
import { pagesOfLinks } from './pagesOfLinks.ts'

const usualDays = 30

const days = [
  dayOption('from', `the first UTC day, such as 2026-11-01; without it, ${usualDays} days to the last one.`),
  dayOption('to', 'the last UTC day, such as 2026-11-30; without it, today.'),
]

const columns = ['day', 'path', 'project', 'environment', ...countNames]

export const visitCommands: CommandRow[] = [
  {
    words: 'visits',
    operands: ['PATH'],
    about: 'Shows how often a link was visited.',
    details: [
      pathOrLink,
      'What the numbers mean is in docs/service-api.md; a visit is told within two seconds.',
    ],
    options: days,
    run: async (context, { operands: [text = ''], options }) => {
      const path = readPath(context, text)
      const store = await context.store('refuse')
      const link = await store.findLink(path)
      if (!link) throw noSuchLink(path)
      const kept = retentionAt(Date.now(), usualKeeping)
      context.print({ path, visits: await visitsOf(store.visits, link.id, daysOf(options), kept) })
    },
  },
  {
    words: 'visits export',
    about: 'Prints the visits of all links by UTC day, as CSV (RFC 4180).',
    details: [
      `The columns are ${columns.join(', ')}.`,
      'Days of a link without a visit are left out. Hosts that visits came from are not in it.',
    ],
    options: days,
    run: async (context, { options }) => await exportDays(context, daysOf(options)),
  },
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

function daysOf(options: Given['options']): { from: number; to: number } {
  const to = Number(options['to'] ?? dayOf(hourAt(Date.now())))
  const from = Number(options['from'] ?? to - (usualDays - 1) * spans.day)
  if (from > to) throw new UsageError('--from must not be after --to.')
  return { from, to }
}

async function exportDays(
  { store, print }: Context,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const opened = await store('refuse')
  print(columns.join(','))
  for await (const page of pagesOfLinks(opened)) {
    const byId = new Map(page.map((link) => [link.id, link]))
    for (const row of await opened.visits.find([...byId.keys()], spans.day, from, to)) {
      const link = byId.get(row.link)
      if (link) print(lineOf(row, [link.path, link.project, link.environment]))
    }
  }
}

function lineOf({ start, counts }: VisitRow, link: readonly string[]): string {
  return [dayText(start), ...link.map(quoted), ...counts].join(',')
}

/** What is not plainly harmless goes in quotation marks. */
function quoted(text: string): string {
  return /^\w[\w-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}
