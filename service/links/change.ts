import { isDeepStrictEqual } from 'node:util'
import { toFieldErrors, type FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { isObject, type JsonObject } from '../../contract/service/json/json.ts'
import { byName, fieldsOf, namesOf, trackingName } from '../../contract/service/link/fields.ts'
import { changedFieldsWith } from '../../contract/service/link/linkChanges.ts'
import { mergePatch } from '../../contract/service/json/mergePatch.ts'
import type { ExtraTargetCheck } from '../../contract/service/link/target.ts'
import { parseTimestamp } from '../../contract/service/text/timestamp.ts'
import { findOwnedLink } from './ownership.ts'
import type { LinkChange } from '../store/links/changeStore.ts'
import { formatTime, isActive, nextModification } from '../store/links/linkSwitch.ts'
import type { IdempotencyUse, LinkOwner, StoredLink } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import { idempotencyMs, linkContent } from './create.ts'
import { countDaily, secondsLeftToday } from './dailyCounts.ts'
import { pathClassConflicts } from './pathClass.ts'

/** Who changes a link. */
interface LinkChanger extends LinkOwner {
  /** `null` for the operator. */
  keyName: string | null
  /** `null` for no limit. */
  changesPerDay: number | null
}

interface RequestedChange {
  path: string
  /** A JSON merge patch. */
  patch: JsonObject
  /** Whether the caller has seen this state of the link. */
  matchesVersion: (link: StoredLink) => boolean
  idempotency: IdempotencyUse | null
}

/**
 * Result of a change, with the link as it is now: changed now or earlier by the same idempotency key; no difference; or
 * changed by someone else since. `mismatch`: the idempotency key was used for another change. `too many`: the daily limit
 * is reached.
 */
export type ChangeResult =
  | { kind: 'changed' | 'repeated'; link: StoredLink; change: LinkChange }
  | { kind: 'unchanged' | 'conflict'; link: StoredLink }
  | { kind: 'invalid'; fields: FieldErrors }
  | { kind: 'too many'; secondsLeft: number }
  | { kind: 'mismatch' | 'not found' }

/** Number of changes by outcome, for the metrics. */
export interface ChangeTotals {
  changed: number
  repeated: number
  unchanged: number
  conflict: number
}

export type Changer = ReturnType<typeof createLinkChanger>

/** More attempts would hide a bug: a link changes again between reading and writing only very rarely. */
const maxAttempts = 5

/** Returns a function that changes links in a store. `extraCheck` also checks redirect targets. */
export function createLinkChanger(store: Store, extraCheck?: ExtraTargetCheck) {
  const schema = changedFieldsWith(extraCheck)
  const totals: ChangeTotals = { changed: 0, repeated: 0, unchanged: 0, conflict: 0 }

  async function changeOnce(changer: LinkChanger, requested: RequestedChange): Promise<ChangeResult | null> {
    const { idempotency: idempotencyUse } = requested
    const link = await findOwnedLink(store, changer, requested.path)
    if (!link) return { kind: 'not found' }
    const expiredBefore = Date.now() - idempotencyMs
    const earlierChange =
      idempotencyUse && (await store.changes.findRepeated(link, idempotencyUse.key, expiredBefore))
    if (earlierChange) {
      // The link was read before that change was made.
      if (earlierChange.link === link.id && earlierChange.at > link.updatedAt) return null
      return repeatedResult(link, earlierChange, idempotencyUse)
    }
    if (!requested.matchesVersion(link)) return { kind: 'conflict', link }
    const patchedLink = applyPatch(schema, link, requested.patch)
    if ('errors' in patchedLink) return { kind: 'invalid', fields: patchedLink.errors }
    const fields = findDifferences(link, patchedLink)
    if (Object.keys(fields).length === 0) return { kind: 'unchanged', link }
    const newLink = { ...patchedLink, updatedAt: nextModification(link) }
    const { project, environment, keyName } = changer
    const change = {
      ...{ link: link.id, at: newLink.updatedAt, project, environment, keyName },
      ...{ fields: JSON.stringify(fields), idempotency: idempotencyUse },
    }
    const isApplied = await countDaily(
      store.terms,
      { kind: 'changes', project, limit: changer.changesPerDay },
      () => store.changes.apply(newLink, change, link.updatedAt, expiredBefore),
      (applied) => applied,
    )
    if (isApplied === null) return { kind: 'too many', secondsLeft: secondsLeftToday() }
    return isApplied ? { kind: 'changed', link: newLink, change } : null
  }

  return {
    totals,
    /** Rejects with what `matchesVersion` throws, unless the idempotency key was used before. */
    change: async (changer: LinkChanger, requested: RequestedChange) => {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const result = await changeOnce(changer, requested)
        // Someone else was faster, so the change is decided again from the link's new state.
        if (result === null) continue
        if (result.kind in totals) totals[result.kind as keyof ChangeTotals]++
        return result
      }
      throw new Error(`A link changed ${maxAttempts} times while it was being changed.`)
    },
  }
}

function repeatedResult(
  link: StoredLink,
  earlierChange: LinkChange,
  idempotencyUse: IdempotencyUse,
): ChangeResult {
  const isSame =
    earlierChange.link === link.id && earlierChange.idempotency?.requestHash === idempotencyUse.requestHash
  return isSame ? { kind: 'repeated', link, change: earlierChange } : { kind: 'mismatch' }
}

/** A link as a change sees it: the fields of a create, and when it is active. `null` for what isn't set. */
type ChangeableFields = ReturnType<typeof changeableFields>

function changeableFields(link: StoredLink) {
  return {
    ...byName(fieldsOf('text'), (name) => link[name]),
    data: link.data,
    tags: link.tags,
    ios_custom_redirect: link.ios && { url: link.ios.url, open_app_if_installed: link.ios.openApp },
    android_custom_redirect: link.android && {
      url: link.android.url,
      open_app_if_installed: link.android.openApp,
    },
    desktop_custom_redirect: link.desktop && { url: link.desktop.url },
    show_preview_ios: link.previewIos,
    show_preview_android: link.previewAndroid,
    image: link.image,
    ...byName(fieldsOf('tracking'), (name) => link.tracking[trackingName(name)]),
    active: link.active,
    active_until: formatTime(link.activeUntil),
    pass_query: link.passQuery,
  }
}

/**
 * Returns the link with the patch applied. Only fields in the patch are checked: values stored under earlier rules,
 * such as before a host became ours, don't prevent changes of other fields.
 */
function applyPatch(
  schema: ReturnType<typeof changedFieldsWith>,
  link: StoredLink,
  patch: JsonObject,
): StoredLink | { errors: FieldErrors } {
  const fields = changeableFields(link)
  const merged = mergePatch(fields, patch)
  const requestedFields = isObject(merged)
    ? Object.entries(merged).filter(([name]) => Object.hasOwn(patch, name))
    : []
  const result = schema.safeParse(Object.fromEntries(requestedFields))
  if (!result.success) return { errors: toFieldErrors(result.error) }
  const unchangedFields = Object.entries(fields).filter(
    ([name, value]) => value !== null && !Object.hasOwn(patch, name),
  )
  const {
    active,
    active_until: activeUntil,
    pass_query: passQuery,
    ...content
  } = { ...Object.fromEntries(unchangedFields), ...result.data }
  const patchedLink = {
    ...link,
    ...linkContent(content),
    active: active ?? link.active,
    activeUntil: activeUntil === undefined ? null : parseTimestamp(activeUntil),
    passQuery: passQuery ?? null,
  }
  const errors = findContradictions(patchedLink, patch)
  return Object.keys(errors).length > 0 ? { errors } : patchedLink
}

/** Returns errors of patched fields that are valid but contradict others of the changed link. */
function findContradictions(patchedLink: StoredLink, patch: JsonObject): FieldErrors {
  const endError = patch['active'] === true && !isActive(patchedLink) ? { active: hasEndedMessage } : {}
  const conflicts = patchedLink.ownKey === null ? pathClassConflicts(patchedLink.path, patchedLink) : []
  const names = conflicts
    .map((platform) => `${platform}_custom_redirect`)
    .filter((name) => Object.hasOwn(patch, name))
  return { ...endError, ...Object.fromEntries(names.map((name) => [name, pathClassMessage])) }
}

const hasEndedMessage =
  'The active_until of the link has passed. Together with active, send a later one, or null to remove it.'
const pathClassMessage =
  'This cannot be changed, because the path of the link tells phones whether it opens the app. Create a new link instead.'

function findDifferences(link: StoredLink, newLink: StoredLink): object {
  const [oldFields, newFields] = [changeableFields(link), changeableFields(newLink)]
  const changedNames = namesOf<ChangeableFields>(oldFields).filter(
    (name) => !isDeepStrictEqual(oldFields[name], newFields[name]),
  )
  return byName(changedNames, (name) => ({ from: oldFields[name], to: newFields[name] }))
}
