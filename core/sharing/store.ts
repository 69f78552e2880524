import { maxSavedViews } from '../../contract/service/rules/viewLimits.ts'
import { entryKey, withRules } from '../../contract/app/rules/sharedEntries.ts'
import type { SharedChange } from '../../contract/app/rules/sharedEntries.ts'
import { parseForm } from '../library/linkRow.ts'
import { createRuleStore } from '../library/rules.ts'
import type { Database } from '../library/openDatabase.ts'
import { createSavedViews } from '../library/savedViews.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'
import { createPresets } from '../presets/presets.ts'
import { readLocal, toLocalQuery, type LocalShared } from './local.ts'

/** `stale`: an entry has changed in the meantime. Except for `undo`, nothing was changed. */
type Applied = { undo: SharedChange[] } | 'stale' | 'unreadable' | 'too many views'

export type SharedStore = ReturnType<typeof createSharedStore>

/** Reads and changes rules, presets and views together. */
export function createSharedStore(database: Database) {
  const { sql } = database
  const stores = {
    rules: createRuleStore(database),
    presets: createPresets(database),
    views: createSavedViews(database),
  }
  const read = (profileId: string) => readLocal(stores, profileId)
  return {
    /** Returns the content that a profile shares; `null` if this version can't read its rules. */
    read,
    /** Applies all changes or none. Returns the changes that revert them. */
    apply: (profileId: string, changes: readonly SharedChange[]): Applied =>
      runInTransaction(sql, () => {
        const local = read(profileId)
        if (!local) return 'unreadable'
        if (changes.some((change) => (local.texts.get(entryKey(change)) ?? null) !== change.before))
          return 'stale'
        const added = changes.filter(
          ({ kind, before, after }) => kind === 'view' && before === null && after !== null,
        )
        const removed = changes.filter(({ kind, after }) => kind === 'view' && after === null)
        if (added.length > 0 && stores.views.list().length + added.length - removed.length > maxSavedViews)
          return 'too many views'
        const undo = changes.map((change) => invertChange(change, local, stores.presets.defaults()))
        const rules = changes.filter(({ kind }) => kind === 'rule')
        if (rules.length > 0) stores.rules.save(profileId, withRules(local.content.rules, rules))
        // Applies removals first, to make room for new views.
        const otherChanges = changes.filter(({ kind }) => kind !== 'rule')
        for (const change of otherChanges.filter(({ after }) => after === null)) remove(stores, local, change)
        for (const change of otherChanges.filter(({ after }) => after !== null))
          save(stores, local, profileId, change)
        return { undo }
      }),
  }
}

type Stores = Parameters<typeof readLocal>[0]

function remove({ presets, views }: Stores, { ids }: LocalShared, change: SharedChange): void {
  const id = ids.get(entryKey(change)) ?? ''
  if (change.kind === 'preset') presets.remove(id)
  else views.remove(id)
}

function save(
  { presets, views }: Stores,
  { ids }: LocalShared,
  profileId: string,
  change: SharedChange,
): void {
  const { kind, name, after, restore } = change
  const existingId = ids.get(entryKey(change))
  if (after === null) return
  if (kind === 'view') {
    views.save({ id: existingId ?? crypto.randomUUID(), name, query: toLocalQuery(after, profileId) })
    return
  }
  const id = existingId ?? restore?.id ?? crypto.randomUUID()
  presets.save({ id, name, form: parseForm(after) })
  for (const defaultProfileId of restore?.defaultOf ?? []) presets.setDefault(defaultProfileId, id)
}

/**
 * Returns the change that reverts another one. A removed preset is restored with its id, and as the default of its
 * profiles.
 */
function invertChange(
  { kind, name, before, after }: SharedChange,
  { ids }: LocalShared,
  defaults: Readonly<Record<string, string>>,
): SharedChange {
  const id = kind === 'preset' && after === null ? ids.get(entryKey({ kind, name })) : undefined
  const defaultOf = Object.entries(defaults).flatMap(([profileId, preset]) =>
    preset === id ? [profileId] : [],
  )
  return { kind, name, before: after, after: before, ...(id !== undefined && { restore: { id, defaultOf } }) }
}
