import type { StoredLink } from '../store/links.ts'
import { countNames, spans } from '../store/visits.ts'
import type { VisitRow } from '../store/visits.ts'
import { formatDay, readVisits } from '../visits/report.ts'
import { computeRetention } from '../visits/retention.ts'
import { recordAction } from './auditLog.ts'
import type { CommandRow, Context } from './command.ts'
import { dayOptions, parseDays } from './days.ts'
import type { Days } from './days.ts'
import { flagOption } from './options.ts'
import { findLink, pathOperandNote } from './links.ts'
import { readLinkPages } from './linkPages.ts'

const columns = ['day', 'path', 'project', 'environment', ...countNames]

export const visitCommands: CommandRow[] = [
  {
    words: 'visits',
    operands: ['PATH'],
    about: 'Shows how often a link was visited.',
    details: [
      pathOperandNote,
      'docs/service-api.md explains the numbers. A visit appears within two seconds.',
      'Visits older than KEEP_VISIT_MONTHS and KEEP_VISIT_HOURS are omitted, as in the service.',
    ],
    options: dayOptions,
    run: async (context, { operands: [text = ''], options }) => {
      const store = await context.store('reject')
      const link = await findLink(context, text)
      const retention = computeRetention(Date.now(), context.visitKeeping())
      context.print({
        path: link.path,
        visits: await readVisits(store.visits, link.id, parseDays(options), retention),
      })
    },
  },
  {
    words: 'visits export',
    about:
      'Prints the visits of all links per UTC day as CSV (RFC 4180) or, with --json, as one object per line.',
    details: [
      `The columns are ${columns.join(', ')}.`,
      'Days without visits are omitted, and so are referring hosts.',
    ],
    options: [...dayOptions, flagOption('json', 'prints JSON instead of CSV.')],
    run: async (context, { options }) =>
      await exportDays(context, { ...parseDays(options), asJson: options['json'] === true }),
  },
]

interface ExportOptions extends Days {
  asJson: boolean
}

async function exportDays(
  { store, print }: Context,
  { from, to: lastDay, asJson }: ExportOptions,
): Promise<void> {
  const opened = await store('reject')
  await recordAction(opened, 'visits export', { from: formatDay(from), to: formatDay(lastDay) })
  if (!asJson) print(columns.join(','))
  for await (const page of readLinkPages(opened)) {
    const byId = new Map(page.map((link) => [link.id, link]))
    for (const row of await opened.visits.find([...byId.keys()], spans.day, from, lastDay)) {
      const link = byId.get(row.link)
      if (link)
        print(asJson ? jsonObject(row, link) : csvLine(row, [link.path, link.project, link.environment]))
    }
  }
}

function csvLine({ start, counts }: VisitRow, link: readonly string[]): string {
  return [formatDay(start), ...link.map(quoteField), ...counts].join(',')
}

function jsonObject({ start, counts }: VisitRow, { path, project, environment }: StoredLink): object {
  const counted = Object.fromEntries(countNames.map((name, at) => [name, counts[at]]))
  return { day: formatDay(start), path, project, environment, ...counted }
}

/** Anything that isn't plainly harmless is quoted. */
function quoteField(text: string): string {
  return /^\w[\w-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}
