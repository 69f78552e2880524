import { linkText } from '../../../contract/service/address/linkAddress.ts'
import type { CallOutput, ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { Lookup } from '../../../contract/app/calls/links/links.ts'
import { findOwners } from '../../../contract/app/link/linkDomain.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { ok, type Result } from '../../../contract/app/problems/result.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import type { LinkServices } from '../linkServices.ts'
import { requireStorageProblem, toStorageProblem } from '../../folder/storageProblem.ts'
import { JobStoppedError, type Work } from '../../jobs.ts'
import { knownLinks } from './known.ts'
import { createPendingCalls } from '../../concurrency/pendingCalls.ts'
import { lookUpPasted, type PastedLookupParts } from './lookUpPasted.ts'

type Parts = PastedLookupParts & Pick<LinkServices, 'jobs'>
type Search = Omit<ParsedInput<'lookups.open'>, 'omitted'>
type State = Omit<CallOutput<'lookups.open'>, 'lookups' | 'isHeld'>

/** The links of a text, and how far looking them up has got. */
interface PastedLookups {
  search: Search
  /** The lookups before any answer. */
  initial: readonly Lookup[]
  lookups: Lookup[]
  /** Profiles whose services asked to be contacted later. */
  held: Set<string>
  state: State
}

/** Number of texts whose lookups are kept, so that Back returns to them. */
const maxTexts = 4

/** Creates the lookups of pasted links (`lookups.open`). They go on while the window shows other screens, or reloads. */
export function createPastedLookups(parts: Parts) {
  const { jobs, settings } = parts
  const all = new Map<string, PastedLookups>()
  const sharePending = createPendingCalls<PastedLookups>()
  const begin = (pasted: PastedLookups) => {
    const { search, state } = pasted
    const { links, context, isContextChosen } = search
    const text = links.map((link) => linkText(link)).join('\n')
    const path = findPath(text, isContextChosen ? context : undefined)
    Object.assign(state, { phase: 'running', problem: null, startedAt: new Date().toISOString() })
    state.job = jobs.start('lookUp', (work) => lookUpAll(parts, pasted, work), { path })
  }
  const start = async (search: Search, omitted: State['omitted']): Promise<PastedLookups> => {
    const initial = await initialLookups(parts, search)
    const pasted: PastedLookups = {
      ...{ search, initial, lookups: [...initial], held: new Set<string>() },
      state: { job: '', phase: 'running', problem: null, startedAt: '', endedAt: null, omitted },
    }
    begin(pasted)
    return pasted
  }
  const find = (search: Search, omitted: State['omitted']): Promise<PastedLookups> => {
    const key = JSON.stringify(search)
    return sharePending(key, async () => {
      const existing = all.get(key)
      if (existing && !hasNewOwner(existing, settings.get().profiles)) return existing
      const started = await start(search, omitted)
      all.set(key, started)
      for (const [oldest, { state }] of [...all].slice(0, -maxTexts)) {
        jobs.cancel(state.job)
        all.delete(oldest)
      }
      return started
    })
  }
  return {
    open: async ({ omitted, ...search }: ParsedInput<'lookups.open'>) => {
      const { state, lookups, held } = await find(search, omitted)
      return ok({ ...state, isHeld: held.size > 0, lookups: [...lookups] })
    },
    resume: (job: string): Result<null> => {
      const pasted = [...all.values()].find(({ state }) => state.job === job && state.phase !== 'running')
      if (!pasted) return ok(null)
      const { lookups, initial } = pasted
      const indexes = [...lookups.keys()]
      const open = indexes.filter((index) => isOpen(lookups[index]))
      for (const index of open.length > 0 ? open : indexes) change(pasted, [index], initial[index] ?? {})
      jobs.dismiss(job)
      begin(pasted)
      return ok(null)
    },
  }
}

/** Changes some of a text's lookups. */
function change({ lookups }: PastedLookups, indexes: readonly number[], part: Partial<Lookup>): void {
  for (const index of indexes) {
    const lookup = lookups[index]
    if (lookup) lookups[index] = { ...lookup, ...part }
  }
}

/** Looks up the links of a text. */
async function lookUpAll(parts: Parts, pasted: PastedLookups, work: Work): Promise<void> {
  const { state, lookups, held } = pasted
  const end = (phase: State['phase'], problem: Problem | null) => {
    held.clear()
    Object.assign(state, { phase, problem, endedAt: new Date().toISOString() })
  }
  try {
    const problem = await lookUpPasted(parts, {
      lookups,
      isGuess: (index) => isGuess(pasted, index),
      signal: work.signal,
      onHold: (profileId, isHeld) => void (isHeld ? held.add(profileId) : held.delete(profileId)),
      onChange: (indexes, part) => {
        change(pasted, indexes, part)
        reportProgress(pasted, work)
      },
    })
    end(work.signal.aborted ? 'cancelled' : problem ? 'stopped' : 'finished', problem)
    if (problem) throw new JobStoppedError(problem)
  } catch (error) {
    if (state.phase === 'running') end('stopped', toStorageProblem(error) ?? { code: 'bug' })
    throw error
  }
}

/** Whether looking a link up again may have another result. */
function isOpen(lookup: Lookup | undefined): boolean {
  if (!lookup?.context) return false
  const { result } = lookup
  return !result || ('problem' in result && result.problem.code !== 'link_not_found')
}

function reportProgress({ lookups }: PastedLookups, work: Work): void {
  const results = lookups.map(({ result }) => result)
  const found = results.filter((result) => result && 'found' in result).length
  const settled = lookups.filter(({ context, result }) => context === null || result !== null).length
  work.reportProgress(settled, lookups.length)
  work.setCounts({ links: lookups.length, found })
}

/** Whether a link may be in the environment that isn't the current one: its domain says only which profile has it. */
function isGuess({ search, initial }: PastedLookups, index: number): boolean {
  const lookup = initial[index]
  return !search.isContextChosen && lookup?.record === null && lookup.link.host !== null
}

/** Whether a profile has got the domain of a link that no service was asked about. */
function hasNewOwner({ search, initial, state }: PastedLookups, profiles: Profiles): boolean {
  const isOwned = ({ link, context, record }: Lookup) =>
    context === null &&
    record === null &&
    findOwners(link.host, profiles, search.context.profileId).length > 0
  return state.phase !== 'running' && initial.some(isOwned)
}

type Profiles = ReturnType<LinkServices['settings']['get']>['profiles']

/** Returns where each link is looked up: where the library has it, or at the service of its domain. */
async function initialLookups(parts: Parts, { links, context, isContextChosen }: Search): Promise<Lookup[]> {
  const { profiles } = parts.settings.get()
  // If the library can't be read, every link counts as unknown.
  const known = await knownLinks(parts, { links, prefer: context }).catch((error: unknown) => {
    requireStorageProblem(error)
    return ok([])
  })
  return links.map((link, index): Lookup => {
    const records = known.ok ? (known.value[index] ?? []) : []
    const record =
      records.find(
        ({ state, environment }) =>
          state !== 'reference' && (!isContextChosen || environment === context.environment),
      ) ?? null
    const [owner] = findOwners(link.host, profiles, context.profileId)
    // The profile of a library's link may have been deleted.
    const isOfProfile = profiles.some(({ id }) => id === record?.profileId)
    const recordContext =
      record && isOfProfile ? { profileId: record.profileId, environment: record.environment } : null
    const ownContext = owner === undefined ? null : { ...context, profileId: owner }
    const state = { inNeither: false, result: null }
    return { link, context: record ? recordContext : ownContext, record, ...state }
  })
}
