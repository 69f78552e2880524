import { quoteWrongValue } from '../settings/variables.ts'
import { recordAct } from './acts.ts'
import { UsageError } from './command.ts'
import type { CommandRow } from './command.ts'
import { valueOption } from './options.ts'
import { findProject, formatTerms } from './projects.ts'

const maxPerMinute = 60_000_000

export const projectTermCommands: CommandRow[] = [
  {
    words: 'project limit',
    operands: ['PROJECT'],
    about: 'Limits what a project may ask of the API, everywhere within a second.',
    details: [
      'What is not given stays as it is. Beyond a limit requests are answered 429 with Retry-After.',
      'Each process counts requests for itself. The links of a day, UTC, are counted over all of them from when the limit is',
      'set, and the processes tell each other once a second: by so much they may make too many. Visits have no limit.',
    ],
    options: [
      valueOption(
        'rate',
        'RATE',
        'requests, such as 600/min or 20/s; "default" for RATE_LIMIT, as all projects.',
      ),
      valueOption('links-per-day', 'NUMBER', 'how many links it may make in a day; "none" for any number.'),
    ],
    run: async ({ store, print }, { operands: [id = ''], options }) => {
      const { rate, linksPerDay } = options
      if (typeof rate !== 'string' && typeof linksPerDay !== 'string') {
        throw new UsageError('Nothing to set: give --rate or --links-per-day.')
      }
      const change = {
        ...(typeof rate === 'string' && { ratePerMinute: parseRate(rate) }),
        ...(typeof linksPerDay === 'string' && { linksPerDay: parseLinks(linksPerDay) }),
      }
      const { store: opened, project } = await findProject(store, id)
      const terms = { ...project.terms, ...change, setAt: Date.now() }
      await recordAct(opened, 'project limit', {
        project: id,
        rate_per_minute: terms.ratePerMinute,
        links_per_day: terms.linksPerDay,
      })
      await opened.terms.set(id, terms)
      print({ project: id, ...formatTerms(terms) })
    },
  },
  {
    words: 'project changes',
    operands: ['PROJECT', 'STATE'],
    about: 'Says whether the keys of a project may change links, everywhere within a second: on or off.',
    details: [
      'A new project has them on. With off, a change is answered 403; creates, lookups and visits go on, and "link deactivate"',
      'and "link activate" still work. Keys that are create-only or read-only never change links.',
    ],
    run: async ({ store, print }, { operands: [id = '', state = ''] }) => {
      if (state !== 'on' && state !== 'off') {
        throw new UsageError(`project changes takes a PROJECT and on or off${quoteWrongValue(state)}.`)
      }
      const { store: opened } = await findProject(store, id)
      await recordAct(opened, 'project changes', { project: id, changes: state })
      await opened.setProjectChanges(id, state === 'off')
      print({ project: id, changes: state })
    },
  },
]

function parseRate(text: string): number | null {
  if (text === 'default') return null
  const [, count = '', unit] = /^(\d{1,8})\/(s|min)$/.exec(text) ?? []
  const rate = Number(count) * (unit === 's' ? 60 : 1)
  if (rate >= 1 && rate <= maxPerMinute) return rate
  throw new UsageError(`--rate takes a rate such as 600/min or 20/s, or "default"${quoteWrongValue(text)}.`)
}

function parseLinks(text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--links-per-day takes a number of links, or "none"${quoteWrongValue(text)}.`)
}
