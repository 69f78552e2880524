import { createProject, newProjectId } from '../keys/issue.ts'
import { today } from '../links/dailyCounts.ts'
import { mayContainProjectKey } from '../projectKey.ts'
import type { ProjectTerms, VisitorPages } from '../store/projects/projectTerms.ts'
import type { Project } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow, type Context } from './command.ts'
import { commandPrefix } from './help.ts'
import { flagOption } from './options.ts'

const maxNameLength = 200

export const projectCommands: CommandRow[] = [
  {
    name: 'project create',
    access: 'create',
    operands: ['NAME'],
    summary: 'Creates a project and prints its key, which is shown only once.',
    details: ['Store the key with the secrets of your application: the database contains only a hash of it.'],
    options: [
      flagOption('another', 'allows a name that another project already has. Only their ids differ.'),
    ],
    run: async ({ openStore, print }, { operands: [text = ''], options }) => {
      const name = text.trim()
      if (name === '' || name.length > maxNameLength) {
        throw new AdminError(`The name of a project must have 1 to ${maxNameLength} characters.`)
      }
      const store = await openStore()
      if (options['another'] !== true) await rejectDuplicateName(store, name)
      const id = newProjectId()
      await recordAction(store, 'project create', { project: id, name })
      print(await createProject(store, name, id))
    },
  },
  {
    name: 'project list',
    summary: 'Lists the projects, oldest first, one per line.',
    details: [
      '"links_today" and "changes_today" are the numbers of new links and of changes today (UTC), if the project has such a',
      'daily limit. Deleted projects have "deleted_at".',
    ],
    run: async ({ openStore, print }) => {
      const store = await openStore()
      for (const project of await store.listProjects()) print(await toListRow(store, project))
    },
  },
  {
    name: 'project disable',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Blocks the keys of a project within a second.',
    details: ['Its links keep working. "project enable" reverts this.'],
    run: (context, { operands: [id = ''] }) => setActive(context, id, false),
  },
  {
    name: 'project enable',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Unblocks the keys of a disabled project.',
    details: [],
    run: (context, { operands: [id = ''] }) => setActive(context, id, true),
  },
]

async function toListRow(
  { terms }: Store,
  { id, name, active, createdAt, deletedAt, changesOff, terms: projectTerms }: Project,
) {
  const created_at = new Date(createdAt).toISOString()
  const linksToday = projectTerms.linksPerDay !== null && {
    links_today: await terms.countOfDay('links', id, today()),
  }
  const changesToday = projectTerms.changesPerDay !== null && {
    changes_today: await terms.countOfDay('changes', id, today()),
  }
  const deletion = deletedAt !== null && { deleted_at: new Date(deletedAt).toISOString() }
  return {
    project: id,
    name,
    active,
    created_at,
    ...formatTerms(projectTerms),
    changes: changesOff ? 'off' : 'on',
    ...(!projectTerms.passesQuery && { query: 'off' }),
    ...formatPages(projectTerms.pages),
    ...linksToday,
    ...changesToday,
    ...deletion,
  }
}

/** Returns what a project chose for its visitors as the tool prints it, without defaults. */
export function formatPages({ homepage, notFound, showsImages }: VisitorPages): object {
  return {
    ...(homepage !== null && { homepage }),
    ...(notFound !== null && { not_found: notFound }),
    ...(showsImages && { images: 'on' }),
  }
}

/** Returns a project's terms as the tool prints them. */
export function formatTerms({ ratePerMinute, linksPerDay, changesPerDay, domains }: ProjectTerms): object {
  const { production, development } = domains
  return {
    rate_per_minute: ratePerMinute,
    links_per_day: linksPerDay,
    changes_per_day: changesPerDay,
    link_origin: production.default,
    ...(development.default !== production.default && { development_link_origin: development.default }),
  }
}

/**
 * Stores changed terms of a project and returns them. Their time is later than the previous one even if the clock was set
 * back. Throws if another command has changed them since they were read.
 */
export async function changeTerms(
  { store, project }: FoundProject,
  change: Partial<ProjectTerms>,
): Promise<ProjectTerms> {
  const previousSetAt = project.terms.setAt
  const setAt = Math.max(Date.now(), (previousSetAt ?? 0) + 1)
  const terms = { ...project.terms, ...change, setAt }
  if (await store.terms.set(project.id, terms, previousSetAt)) return terms
  throw new AdminError(
    'Another command changed the limits, origins or apps of the project at the same time, so nothing was changed. ' +
      'Run this command again.',
  )
}

async function rejectDuplicateName(store: Store, name: string): Promise<void> {
  const duplicate = (await store.listProjects()).find(
    (project) => project.name === name && project.deletedAt === null,
  )
  if (!duplicate) return
  throw new AdminError(
    `The project ${JSON.stringify(name)} already exists: ${duplicate.id}. ` +
      `For a new key, run "${commandPrefix} key rotate ${duplicate.id}". To create another project with that name, add --another.`,
  )
}

async function setActive({ openStore, print }: Context, id: string, active: boolean): Promise<void> {
  const { store } = await findProject(openStore, id)
  await recordAction(store, active ? 'project enable' : 'project disable', { project: id })
  await store.setProjectActive(id, active)
  print({ project: id, active })
}

/** Opens the database and finds a project that isn't deleted. */
export async function findProject(openStore: Context['openStore'], id: string): Promise<FoundProject> {
  const found = await findAnyProject(openStore, id)
  const { deletedAt } = found.project
  if (deletedAt === null) return found
  throw new AdminError(`The project ${id} was deleted on ${new Date(deletedAt).toISOString()}.`)
}

/** Like `findProject`, but also finds deleted projects. */
export async function findAnyProject(openStore: Context['openStore'], id: string): Promise<FoundProject> {
  const store = await openStore()
  const project = await store.findProject(id)
  if (!project) throw projectNotFoundError(id)
  return { store, project }
}

export interface FoundProject {
  store: Store
  project: Project
}

/** Returns the shared error of all commands on a project. */
export function projectNotFoundError(id: string): AdminError {
  const message = mayContainProjectKey(id)
    ? 'PROJECT must be the id of a project, not a key.'
    : `Project ${JSON.stringify(id)} does not exist.`
  return new AdminError(`${message} "${commandPrefix} project list" shows all.`)
}
