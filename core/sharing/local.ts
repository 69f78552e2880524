import { isObject } from '../../contract/service/json/json.ts'
import { entryTexts, type SharedContent } from '../../contract/app/rules/sharedEntries.ts'
import { sharedPreset, sharedView, thisProfile } from '../../contract/service/rules/sharedFile.ts'
import type { SharedPreset, SharedView } from '../../contract/service/rules/sharedFile.ts'
import type { Rules } from '../library/rules.ts'
import type { SavedViews } from '../library/savedViews.ts'
import type { Presets } from '../presets/presets.ts'

/** The content that a profile shares. */
export interface LocalShared {
  content: Required<{ [K in keyof SharedContent]: NonNullable<SharedContent[K]> }>
  /** The canonical text of each entry, and the id of its preset or view, by key. */
  texts: Map<string, string>
  ids: Map<string, string>
  /** The names of presets and views that aren't shared. */
  leftOut: string[]
}

interface Stores {
  rules: Rules
  presets: Presets
  views: SavedViews
}

/** Returns the content that a profile shares; `null` if this version can't read its rules. */
export function readLocal({ rules, presets, views }: Stores, profileId: string): LocalShared | null {
  const ownRules = rules.get(profileId)
  if (!ownRules) return null
  const [ids, leftOut] = [new Map<string, string>(), [] as string[]]
  const presetList = collect<SharedPreset>(
    'preset',
    presets.list().map(({ id, name, form }) => ({ id, name, entry: isObject(form) ? { name, form } : null })),
    (entry) => sharedPreset.safeParse(entry).data ?? null,
    { ids, leftOut },
  )
  const viewList = collect<SharedView>(
    'view',
    views.list().map(({ id, name, query }) => {
      const shared = toSharedQuery(query, profileId)
      return { id, name, entry: shared === null ? null : { name, query: shared } }
    }),
    (entry) => sharedView.safeParse(entry).data ?? null,
    { ids, leftOut },
  )
  const content = { rules: ownRules, presets: presetList, views: viewList }
  return { content, texts: entryTexts(content), ids, leftOut }
}

/** Collects entries under different names, because names identify them in a file: "Sale", "Sale (2)". */
function collect<T extends { name: string }>(
  kind: string,
  found: readonly { id: string; name: string; entry: T | null }[],
  parse: (entry: T | null) => T | null,
  { ids, leftOut }: Pick<LocalShared, 'ids' | 'leftOut'>,
): T[] {
  return found.flatMap(({ id, name, entry }) => {
    const valid = parse(entry)
    if (!valid) {
      leftOut.push(name)
      return []
    }
    const unique = uniqueName(valid.name, (taken) => ids.has(`${kind}:${taken}`))
    ids.set(`${kind}:${unique}`, id)
    return [{ ...valid, name: unique }]
  })
}

function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  let unique = name
  for (let count = 2; isTaken(unique); count++) unique = `${name.slice(0, 90).toWellFormed()} (${count})`
  return unique
}

/**
 * Returns a view's query in a form that others can use; `null` if it refers to another profile or a run on this
 * computer.
 */
function toSharedQuery(query: string, profileId: string): string | null {
  const parameters = new URLSearchParams(query)
  const profile = parameters.get('profile')
  if (parameters.has('run') || (profile !== null && profile !== profileId)) return null
  if (profile === null) return query
  parameters.set('profile', thisProfile)
  return parameters.toString()
}

/** Returns the query of a shared view, applied to a profile. */
export function toLocalQuery(query: string, profileId: string): string {
  const parameters = new URLSearchParams(query)
  if (parameters.get('profile') !== thisProfile) return query
  parameters.set('profile', profileId)
  return parameters.toString()
}
