import type { CallName } from '../../contract/app/calls/calls.ts'

const lists = [
  'library.search',
  'library.count',
  'library.facets',
  'library.campaigns',
  'library.changes',
  'changes.recent',
  'library.versions',
  'links.known',
] as const
const suggestions = ['suggestions.words', 'suggestions.similar'] as const

/** Calls whose answers may change whenever links change. */
export const linkCalls = [...lists, ...suggestions, 'links.get'] as const

const profiles = ['app.state'] as const
const keys = ['app.state', 'keys.storage'] as const
const jobs = ['jobs.list'] as const
/** Calls whose answers change when a run's rows change. */
export const rowCalls = ['runs.rows', 'runs.paths', 'runs.causes', 'runs.elsewhere'] as const
/** Moving or removing a run clears its notice. */
const runNotices = ['app.state'] as const
/** For calls whose own answer is shown, or cached by their hook. */
const nothing = [] as const

/** What to refetch after a call, even if it failed. */
type ChangedCalls = readonly CallName[] | 'everything'

/**
 * The answers that each call changes. A call without an entry can't be a mutation: `useCallMutation` doesn't compile.
 */
const changes = {
  'activity.bundle': nothing,
  // The same files apply to the domain's other links.
  'appLinks.check': ['appLinks.get'],
  'backups.make': [...jobs, 'backups.list', 'backups.preview'],
  'backups.restore': 'everything',
  'changes.dismiss': ['changes.open'],
  'changes.send': [...linkCalls, 'changes.open', 'changes.history', 'checks.history'],
  // If the change belongs to a run, the run's row changes too.
  'changes.settle': [
    ...linkCalls,
    ...(['changes.open', 'changes.history', 'runs.get', 'runs.list', 'runs.rows'] as const),
  ],
  'checks.discard': ['checks.left'],
  'checks.resume': jobs,
  'checks.one': [...lists, 'checks.history', 'changes.history'],
  // The test can create the local service's key.
  'connection.test': profiles,
  // Starting on another port changes the profile's address.
  'embedded.start': ['embedded.state', ...profiles],
  'embedded.addExamples': [...profiles, ...linkCalls],
  'embedded.eraseExamples': [...profiles, ...linkCalls],
  'enrolment.accept': profiles,
  'enrolment.check': nothing,
  'enrolment.open': nothing,
  'enrolment.invite': nothing,
  'erase.all': nothing,
  // A file can reveal which delimiter the user's spreadsheet program uses.
  'exports.links': [...jobs, 'exports.columns', 'app.state'],
  'images.fetch': nothing,
  'imports.errors': nothing,
  'imports.preview': nothing,
  'imports.run': [...jobs, 'app.state'],
  'jobs.cancel': jobs,
  'jobs.dismiss': jobs,
  'keys.refresh': keys,
  'keys.remove': keys,
  'keys.replace': keys,
  // The result in Find shows whether the library has the link.
  'library.add': [...linkCalls, 'links.find'],
  'library.mark': linkCalls,
  'library.remove': linkCalls,
  'library.undo': linkCalls,
  // The answer may have identified the service, and the next form suggests this link's values.
  'links.create': [...profiles, ...lists, ...suggestions, 'links.promotions', 'links.checkPaths'],
  'links.settle': [...lists, 'links.promotions'],
  'lookups.resume': ['lookups.open', ...jobs],
  'network.save': ['network.get'],
  'network.setAuthorities': ['network.get'],
  'presets.remove': ['presets.list'],
  'presets.save': ['presets.list'],
  'presets.setDefault': ['presets.list'],
  'profiles.confirmSchemes': ['profiles.schemes'],
  'profiles.duplicate': profiles,
  'profiles.export': nothing,
  'profiles.import': profiles,
  'profiles.remove': profiles,
  'profiles.save': profiles,
  'profiles.tryLocal': profiles,
  'qrStyles.set': nothing,
  'runs.checkPaths': rowCalls,
  'runs.change': rowCalls,
  // Runs that aren't sent yet must be checked again.
  'rules.save': [
    ...(['rules.get', 'rules.parameters', 'runs.get', 'runs.list'] as const),
    ...(['library.search', 'library.count', 'library.facets'] as const),
  ],
  'rules.audit': nothing,
  'channels.saveSources': ['channels.sources', ...lists, 'runs.get', 'runs.list'],
  'sharing.apply': 'everything',
  'sharing.followService': 'everything',
  'sharing.export': nothing,
  'sharing.keep': ['sharing.service'],
  'runs.export': jobs,
  'runs.move': runNotices,
  'runs.map': rowCalls,
  'runs.fix': rowCalls,
  'runs.plan': rowCalls,
  'runs.prepare': [...jobs, 'app.state', 'runs.rows'],
  'runs.remove': ['runs.list', ...jobs, ...runNotices],
  'runs.repeat': nothing,
  'runs.restore': rowCalls,
  'runs.settle': [...rowCalls, ...lists, ...suggestions],
  'runs.skip': rowCalls,
  'runs.template': jobs,
  'runs.unremove': ['runs.list'],
  'team.read': [...linkCalls, 'team.state', ...jobs],
  'team.follow': ['team.state'],
  'views.remove': ['views.list'],
  'views.save': ['views.list'],
  'views.setLayout': nothing,
  'visits.ofLinks': nothing,
  'visits.readAll': jobs,
} as const satisfies { readonly [N in CallName]?: ChangedCalls }

export type MutationName = keyof typeof changes

/** Returns the calls whose answers a call changes. */
export function getChanges(name: MutationName): ChangedCalls {
  return changes[name]
}

/** Calls that run as a job, which is shown before they answer. */
export const jobStarts: ReadonlySet<CallName> = new Set<CallName>([
  ...(['backups.make', 'backups.restore', 'runs.prepare', 'runs.plan'] as const),
])

/** Calls that take seconds in a large library. Mutations don't wait for their refetch. */
export const largeLists: ReadonlySet<CallName> = new Set<CallName>([...lists, ...suggestions])
