import type { StoredLink } from '../store/links/links.ts'
import { countNames, countsByName, spans, type VisitRow } from '../store/visits/visits.ts'
import { readVisitRetention } from '../settings/visits.ts'
import { formatDay, readVisits } from '../visits/report.ts'
import { computeRetention } from '../visits/retention.ts'
import { recordAction } from './auditLog.ts'
import type { CommandRow, Context } from './command.ts'
import { dayOptions, parseDays, type Days } from './days.ts'
import { flagOption } from './options.ts'
import { findLink, pathOperandNote } from './links.ts'
import { readLinkPages } from './pages.ts'

const columns = ['day', 'path', 'project', 'environment', ...countNames]

export const visitCommands: CommandRow[] = [
  {
    name: 'visits',
    operands: ['PATH'],
    summary: 'Shows how often a link was visited.',
    details: [
      pathOperandNote,
      'docs/service-api.md explains the numbers. A visit appears within two seconds.',
      'Visits older than KEEP_VISIT_MONTHS and KEEP_VISIT_HOURS are omitted, as in the service.',
    ],
    options: dayOptions,
    run: async (context, { operands: [text = ''], options }) => {
      const store = await context.openStore()
      const link = await findLink(context, text)
      const retention = computeRetention(Date.now(), readVisitRetention(context.variables))
      context.print({
        path: link.path,
        visits: await readVisits(store.visits, link.id, parseDays(options), retention),
      })
    },
  },
  {
    name: 'visits export',
    summary:
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

async function exportDays(
  { openStore, print }: Context,
  { from, to: lastDay, asJson }: Days & { asJson: boolean },
): Promise<void> {
  const store = await openStore()
  await recordAction(store, 'visits export', { from: formatDay(from), to: formatDay(lastDay) })
  if (!asJson) print(columns.join(','))
  for await (const page of readLinkPages(store)) {
    const byId = new Map(page.map((link) => [link.id, link]))
    for (const row of await store.visits.find([...byId.keys()], spans.day, from, lastDay)) {
      const link = byId.get(row.link)
      if (link)
        print(asJson ? jsonObject(row, link) : csvLine(row, [link.path, link.project, link.environment]))
    }
  }
}

function csvLine({ start, counts }: VisitRow, link: readonly string[]): string {
  return [formatDay(start), ...link.map(quoteField), ...counts].join(',')
}

function jsonObject(row: VisitRow, { path, project, environment }: StoredLink): object {
  return { day: formatDay(row.start), path, project, environment, ...countsByName(row) }
}

/** Anything that isn't plainly harmless is quoted. */
function quoteField(text: string): string {
  return /^\w[\w-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}
