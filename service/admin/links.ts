import { isLoopback } from '../../contract/service/address/loopback.ts'
import { findLinkPath } from '../../contract/service/path/linkPath.ts'
import { webHost } from '../../contract/service/link/target.ts'
import { historyEntryText, lookupResponseText } from '../api/responseText.ts'
import { createLinkChanger } from '../links/change.ts'
import { readHistory } from '../links/history.ts'
import { LinkHosts } from '../links/linkHosts.ts'
import { readLinkOriginSetting } from '../settings/settings.ts'
import { firstIdAt } from '../random/identity.ts'
import { allOrigins, type ProjectDomains } from '../store/projects/projectTerms.ts'
import { isActive } from '../store/links/linkSwitch.ts'
import { foldPath, isOwnPath } from '../../contract/service/path/ownPath.ts'
import { ownPathKey, type LinkRow, type StoredLink } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import { recordAction } from './auditLog.ts'
import { readLinkPages } from './pages.ts'
import { AdminError, type CommandRow, type Context } from './command.ts'
import { timeOption } from './options.ts'
import { findProject } from './projects.ts'

export const pathOperandNote =
  'PATH is the last part of the link, or the whole link if LINK_ORIGIN is set as for the service.'

const dayMs = 86_400_000

export const linkCommands: CommandRow[] = [
  {
    name: 'link list',
    operands: ['PROJECT'],
    summary: 'Lists the recent links of a project, oldest first, one per line.',
    details: [
      'It reads the links of all projects in that time, so it can take a while. To search for words, pipe it to grep:',
      '| grep -i autumn',
    ],
    options: [timeOption('since', 'how far back, such as 30m, 24h or 7d.').default(dayMs, '24h')],
    run: async ({ openStore, print }, { operands: [id = ''], options }) => {
      const from = Date.now() - Number(options['since'])
      const { store } = await findProject(openStore, id)
      for await (const page of readLinkPages(store, firstIdAt(from) - 1)) {
        page.filter(({ project }) => project === id).forEach((link) => print(toListRow(link)))
      }
    },
  },
  {
    name: 'link show',
    operands: ['PATH'],
    summary:
      'Shows everything stored about a link, including its project, its environment and the key that created it.',
    details: [pathOperandNote, '"access_path" is included if LINK_ORIGIN is set as for the service.'],
    run: async (context, { operands: [text = ''] }) => {
      const { openStore, variables, print } = context
      const link = await findLink(context, text)
      const origin = readLinkOriginSetting(variables)
      const [row] = await (await openStore()).scanLinks(link.id - 1, 1)
      const { project, environment } = link
      const owner = JSON.stringify({
        project,
        environment,
        created_by_key: row?.keyName ?? null,
        ...erasure(link),
      })
      // Printed as text, because parsing and serializing `data` would change its numbers.
      print(
        `${owner.slice(0, -1)},${lookupResponseText(link, origin === null ? null : () => origin, { activeUntil: true }).slice(1)}`,
      )
    },
  },
  {
    name: 'link history',
    operands: ['PATH'],
    summary: 'Shows the changes of a link, newest first, one per line.',
    details: [
      pathOperandNote,
      '"by" is the name of the key that made the change, or null for "link activate" and "link deactivate". "fields" contains',
      'the old and the new value of each changed field. The database refuses to change entries.',
    ],
    run: async (context, { operands: [text = ''] }) => {
      const { openStore, print } = context
      const link = await findLink(context, text)
      for await (const change of readHistory(await openStore(), link.id)) print(historyEntryText(change))
    },
  },
  {
    name: 'link deactivate',
    access: 'write',
    operands: ['PATH'],
    summary: 'Deactivates a link within a second. Visitors see a page that says so.',
    details: [pathOperandNote, 'Lookups still return the link. "link activate" reverts this.'],
    run: (context, { operands: [text = ''] }) => setActive(context, text, false),
  },
  {
    name: 'link activate',
    access: 'write',
    operands: ['PATH'],
    summary: 'Reactivates a link, and removes its active_until if that has passed.',
    details: [pathOperandNote],
    run: (context, { operands: [text = ''] }) => setActive(context, text, true),
  },
]

function toListRow(link: LinkRow): object {
  const { path, environment, title, createdAt, keyName } = link
  const created_at = new Date(createdAt).toISOString()
  return {
    path,
    environment,
    title,
    active: isActive(link),
    created_at,
    created_by_key: keyName,
    ...erasure(link),
  }
}

/** Returns when a link was erased, as commands print it; nothing for other links. */
export function erasure({ erasedAt }: StoredLink) {
  return erasedAt === null ? {} : { erased_at: new Date(erasedAt).toISOString() }
}

async function setActive(context: Context, text: string, active: boolean): Promise<void> {
  const { openStore, print } = context
  const store = await openStore()
  const link = await findLink(context, text)
  const { path } = link
  const project = await store.findProject(link.project)
  if (active && project?.deletedAt)
    throw new AdminError('This link was deleted with its project and cannot be reactivated.')
  if (active && link.erasedAt !== null)
    throw new AdminError('This link was erased and cannot be reactivated.')
  await recordAction(store, active ? 'link activate' : 'link deactivate', { path })
  await setLinkActive(store, link, active)
  print({ path, active })
}

/** Switches a link on or off, as the operator. On also removes an end that has passed. */
async function setLinkActive(store: Store, link: StoredLink, active: boolean): Promise<void> {
  const { project, environment, path, activeUntil } = link
  const hasEnded = active && activeUntil !== null && activeUntil <= Date.now()
  const result = await createLinkChanger(store).change(
    { project, environment, keyName: null, changesPerDay: null },
    {
      path,
      patch: { active, ...(hasEnded && { active_until: null }) },
      matchesVersion: ({ id }) => id === link.id,
      idempotency: null,
    },
  )
  if (result.kind === 'invalid') throw new AdminError(Object.values(result.fields).join(' '))
  if (result.kind === 'conflict') throw new AdminError('The link was not changed. Try again.')
}

/** Finds a link by its path, or by the whole link if its host opens it. */
export async function findLink({ openStore, variables }: Context, text: string): Promise<StoredLink> {
  const found = findLinkPath(text)
  if (!found) throw new AdminError(`${JSON.stringify(text)} is neither a link nor the path of a link.`)
  const { host, path } = found
  const store = await openStore()
  const origin = readLinkOriginSetting(variables)
  // Read here, because `LinkHosts` hides that the database doesn't answer.
  const domains = await store.terms.domains()
  const hosts = new LinkHosts({ domains: () => Promise.resolve(domains) }, () => origin ?? localOrigin(host))
  await hosts.refreshIfStale()
  if (host !== null && !hosts.has(host)) throw otherHostError(host, origin)
  const link = await findByPath(store, path, host === null ? allHosts(domains) : [hosts.visitedHost(host)])
  if (link && (host === null || hosts.serves(host, link))) return link
  throw new AdminError(`No link${host === null ? '' : ` on ${host}`} has the path ${JSON.stringify(path)}.`)
}

/** Without an origin, only addresses of this computer count as the default host. */
function localOrigin(host: string | null): string {
  return host !== null && isLoopback(new URL(`http://${host}`).hostname) ? `http://${host}` : ''
}

/** Returns the hosts in the keys of own paths. */
function allHosts(projects: readonly ProjectDomains[]): string[] {
  const origins = projects.flatMap((project) => allOrigins(project))
  return ['', ...origins.flatMap((origin) => webHost(origin) ?? [])]
}

/** Finds a link by its generated path, or else by its own path on one of the hosts (see `ownPathKey`). */
async function findByPath(store: Store, path: string, hosts: readonly string[]): Promise<StoredLink | null> {
  const normalized = path.normalize('NFC')
  if (!isOwnPath(normalized)) return null
  const keys = new Set(hosts.map((host) => ownPathKey(host, foldPath(normalized))))
  const link = await store.findLink(path)
  if (link) return link
  const found = await Promise.all([...keys].map((key) => store.findLink(key)))
  const [ownLink = null, other] = found.filter((one) => one !== null)
  if (other) throw new AdminError(`Several links have the path ${JSON.stringify(path)}. Use the whole link.`)
  return ownLink
}

/** A link on a host of another service may have the same path as one of ours. */
function otherHostError(host: string, origin: string | null): AdminError {
  return new AdminError(
    origin === null
      ? `The service may not own the host ${host}, because LINK_ORIGIN is not set. Set it as for the service, or use only the path.`
      : `${host} is not a host of this service, whose links begin with ${origin}/. If the link belongs to it nevertheless, use only the path.`,
  )
}
