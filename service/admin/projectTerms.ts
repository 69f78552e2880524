import { quoteWrongValue } from '../settings/variables.ts'
import { targetTextError, webHost } from '../../contract/service/link/target.ts'
import { allOrigins, type DailyKind } from '../store/projects/projectTerms.ts'
import { recordAction } from './auditLog.ts'
import { UsageError, type CommandRow } from './command.ts'
import { choiceOption, valueOption } from './options.ts'
import { changeTerms, findProject, formatTerms } from './projects.ts'

const maxPerMinute = 60_000_000

export const projectTermCommands: CommandRow[] = [
  {
    name: 'project limit',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Limits the API requests of a project. Takes effect within a second.',
    details: [
      'An omitted limit stays as it is. Requests beyond a limit get 429 with Retry-After. Visits are not limited.',
      'Each process counts requests separately. Links per day (UTC) are counted across processes, from the time the limit is',
      'set, and so are changes.',
    ],
    options: [
      valueOption('rate', 'RATE', 'maximum request rate, such as 600/min or 20/s; "default" for RATE_LIMIT.'),
      valueOption('links-per-day', 'NUMBER', 'maximum number of new links a day; "none" for no limit.'),
      valueOption('changes-per-day', 'NUMBER', 'maximum number of changes a day; "none" for no limit.'),
    ],
    run: async ({ openStore, print }, { operands: [id = ''], options }) => {
      const { rate, linksPerDay, changesPerDay } = options
      if ([rate, linksPerDay, changesPerDay].every((option) => typeof option !== 'string')) {
        throw new UsageError('Nothing to set. Use --rate, --links-per-day or --changes-per-day.')
      }
      const change = {
        ...(typeof rate === 'string' && { ratePerMinute: parseRate(rate) }),
        ...(typeof linksPerDay === 'string' && { linksPerDay: parseDaily('links', linksPerDay) }),
        ...(typeof changesPerDay === 'string' && { changesPerDay: parseDaily('changes', changesPerDay) }),
      }
      const source = await findProject(openStore, id)
      const limits = { ...source.project.terms, ...change }
      await recordAction(source.store, 'project limit', {
        project: id,
        rate_per_minute: limits.ratePerMinute,
        links_per_day: limits.linksPerDay,
        changes_per_day: limits.changesPerDay,
      })
      print({ project: id, ...formatTerms(await changeTerms(source, change)) })
    },
  },
  {
    name: 'project changes',
    access: 'write',
    operands: ['PROJECT', 'STATE'],
    summary:
      'Allows (on) or forbids (off) changes of links by the keys of a project. Takes effect within a second.',
    details: [
      'New projects start with "on". With "off", changes get 403; creates, lookups, visits, "link deactivate" and',
      '"link activate" still work. Create-only and read-only keys can never change links.',
    ],
    run: async ({ openStore, print }, { operands: [id = '', state = ''] }) => {
      const isOff = !parseState(state)
      const { store } = await findProject(openStore, id)
      await recordAction(store, 'project changes', { project: id, changes: state })
      await store.setProjectChanges(id, isOff)
      print({ project: id, changes: state })
    },
  },
  {
    name: 'project query',
    access: 'write',
    operands: ['PROJECT', 'STATE'],
    summary:
      'Passes on the parameters that visitors bring to links of a project (on), or drops them (off). Takes effect within a second.',
    details: [
      'New projects start with "on": https://go.example.com/PATH?gclid=1 leads to the website with gclid=1. Parameters that the',
      'address or the tracking of the link already has are kept. App stores and signed addresses get none. A link can differ',
      'by a change of its pass_query.',
    ],
    run: async ({ openStore, print }, { operands: [id = '', state = ''] }) => {
      const passesQuery = parseState(state)
      const source = await findProject(openStore, id)
      await recordAction(source.store, 'project query', { project: id, query: state })
      await changeTerms(source, { passesQuery })
      print({ project: id, query: state })
    },
  },
  {
    name: 'project pages',
    access: 'write',
    operands: ['PROJECT'],
    summary:
      'Sets where the hosts of a project lead without a link, and whether pages show images. Takes effect within a second.',
    details: [
      'An omitted option stays as it is. Without an address, visitors see a page of the service. They are redirected with 302,',
      'without what follows the host. This applies to the hosts of "project link-origin", not to that of LINK_ORIGIN. If projects',
      'share a host, they must have the same addresses.',
      "Images of links are always part of their preview cards. On pages, browsers of visitors load them from the image's host.",
    ],
    options: [
      valueOption('homepage', 'URL', 'where https://HOST/ leads; "none" for the page of the service.'),
      valueOption('not-found', 'URL', 'where unknown paths lead; "none" for the page of the service.'),
      choiceOption(
        'images',
        ['on', 'off'],
        'whether pages of links show their images: on or off. Default: off.',
      ),
    ],
    run: async ({ openStore, print }, { operands: [id = ''], options }) => {
      const { homepage, notFound, images } = options
      if ([homepage, notFound, images].every((option) => option === undefined)) {
        throw new UsageError('Nothing to set. Use --homepage, --not-found or --images.')
      }
      const source = await findProject(openStore, id)
      const linkHosts = (await source.store.terms.domains()).flatMap(allOrigins).map(webHost)
      const pages = {
        ...source.project.terms.pages,
        ...(typeof homepage === 'string' && { homepage: parsePage('homepage', homepage, linkHosts) }),
        ...(typeof notFound === 'string' && { notFound: parsePage('not-found', notFound, linkHosts) }),
        ...(images !== undefined && { showsImages: images === 'on' }),
      }
      await recordAction(source.store, 'project pages', { project: id, ...pages })
      await changeTerms(source, { pages })
      print({
        project: id,
        homepage: pages.homepage,
        not_found: pages.notFound,
        images: pages.showsImages ? 'on' : 'off',
      })
    },
  },
]

/** Returns the address of a page as it is sent to visitors, in ASCII; `null` for `none`. */
function parsePage(name: string, text: string, linkHosts: readonly (string | null)[]): string | null {
  if (text === 'none') return null
  const url = URL.parse(text)
  const isWeb = url !== null && /^https?:\/\//i.test(text) && targetTextError(text) === null
  if (!isWeb || url.username !== '' || url.password !== '') {
    throw new UsageError(
      `--${name} must be an address such as https://www.example.com, or "none"${quoteWrongValue(text)}.`,
    )
  }
  if (linkHosts.includes(webHost(url))) {
    throw new UsageError(
      `--${name} must not be on a link host, because visitors could be redirected in a loop.`,
    )
  }
  return url.href
}

function parseState(state: string): boolean {
  if (state === 'on' || state === 'off') return state === 'on'
  throw new UsageError(`The word after PROJECT must be on or off${quoteWrongValue(state)}.`)
}

function parseRate(text: string): number | null {
  if (text === 'default') return null
  const [, count = '', unit] = /^(\d{1,8})\/(s|min)$/.exec(text) ?? []
  const rate = Number(count) * (unit === 's' ? 60 : 1)
  if (rate >= 1 && rate <= maxPerMinute) return rate
  throw new UsageError(`--rate must be a rate such as 600/min or 20/s, or "default"${quoteWrongValue(text)}.`)
}

function parseDaily(kind: DailyKind, text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${kind}-per-day must be a number of ${kind}, or "none"${quoteWrongValue(text)}.`)
}
