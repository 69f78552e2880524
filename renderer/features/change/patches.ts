import type { Json } from '../../../contract/service/json/json.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { byName, changeableFields, fieldsOf, pick } from '../../../contract/service/link/fields.ts'
import { readActiveUntil, readPassQuery, sameValue } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { toRequest, toUncleanedRequest, type FormValues } from '../../link/form.ts'
import { formFromLink, formFromRequest } from '../../link/formFrom.ts'
import { fieldName } from '../../link/fieldNames.ts'
import type { ComparedField } from '../../ui/FieldTable.tsx'
import { linkRules } from '../../link/linkRules.ts'
import { valueText } from '../../link/valueText.ts'

/**
 * Returns the form of a link's current version. A lookup returns one preview setting for both phones; the original
 * request may have two.
 */
export function formOfLink(link: RemoteLink, request: LinkRecord['request']): FormValues {
  const { previewIos, previewAndroid } = linkRules(link, request)
  const state = (flag: boolean | null) => (flag === null ? 'default' : flag ? 'on' : 'off')
  return { ...formFromLink(link), previewIos: state(previewIos), previewAndroid: state(previewAndroid) }
}

/** Returns the patch that turns one form into another. Fields that weren't filled in keep their value to the byte. */
export function patchBetween(before: FormValues, after: FormValues): LinkPatch {
  const [old, typed, next] = [toUncleanedRequest(before), toUncleanedRequest(after), toRequest(after)]
  const changed = changeableFields.filter((name) => {
    const value = JSON.stringify(old[name])
    return value !== JSON.stringify(typed[name]) && value !== JSON.stringify(next[name])
  })
  return Object.fromEntries(changed.map((name) => [name, next[name] ?? null]))
}

/** Returns the form of a link with a patch applied. */
export function formWithPatch(form: FormValues, patch: LinkPatch): FormValues {
  const fields = pick(
    patch,
    changeableFields.filter((name) => patch[name] !== undefined),
  )
  return formFromRequest(withoutNulls({ ...toUncleanedRequest(form), ...fields }))
}

/** Returns an object without the members that are `null`. */
function withoutNulls<T extends object>(object: T): { [N in keyof T]?: NonNullable<T[N]> } {
  const entries = Object.entries(object).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [N in keyof T]?: NonNullable<T[N]> }
}

/** Returns the fields of a link that a patch changes. */
export function changedFields(link: RemoteLink, patch: LinkPatch): ComparedField[] {
  const current = patchableFields(link)
  return Object.keys(patch).map((field) => ({
    name: fieldName(field),
    before: text(field, current),
    after: text(field, { ...patch }),
  }))
}

/** Returns the fields that differ between two versions of a link or that a patch changes: theirs, and the patch's. */
export function conflictRows(before: RemoteLink, theirs: RemoteLink, patch: LinkPatch): ComparedField[] {
  const [old, now] = [patchableFields(before), patchableFields(theirs)]
  const isTheirs = (field: string) => text(field, old) !== text(field, now)
  const isMine = (field: string) => Object.hasOwn(patch, field)
  return Object.keys(now)
    .filter((field) => isTheirs(field) || isMine(field))
    .map((field) => ({
      name: fieldName(field),
      before: text(field, now),
      after: isMine(field) ? text(field, { ...patch }) : 'Not changed by you',
      isBoth: isTheirs(field) && isMine(field),
    }))
}

function text(field: string, values: Record<string, unknown>): string {
  return valueText(field, values[field])
}

/** Values of a link's fields, as the user saw them. */
export type SeenFields = Record<string, unknown>

/**
 * Returns the values that a history shows: the newest value of each field. Leaves out previews, which a lookup doesn't
 * return in comparable form.
 */
export function fieldsInHistory(entries: readonly HistoryEntry[]): SeenFields {
  const previews = new Set<string>(fieldsOf('preview'))
  const values = entries.toReversed().flatMap(({ fields }) => Object.entries(fields))
  return Object.fromEntries(values.flatMap(([name, { to }]) => (previews.has(name) ? [] : [[name, to]])))
}

/**
 * Returns whether a patch overwrites only values that the user has seen: each field still has the seen value, or
 * already has the new one.
 */
export function overwritesOnlySeen(link: RemoteLink, patch: LinkPatch, seen: SeenFields): boolean {
  const now = patchableFields(link)
  const isSame = (field: string, values: SeenFields) =>
    text(field, now) === text(field, values) ||
    sameValue(field, (now[field] ?? null) as Json, (values[field] ?? null) as Json)
  return Object.keys(patch).every(
    (field) => !Object.hasOwn(seen, field) || isSame(field, seen) || isSame(field, { ...patch }),
  )
}

/** Returns the changeable fields of a link. */
export function patchableFields(link: RemoteLink): SeenFields {
  return {
    ...byName(changeableFields, () => undefined),
    ...toUncleanedRequest({ ...formFromLink(link), path: '' }),
    active: link.active,
    active_until: readActiveUntil(link),
    pass_query: readPassQuery(link),
  }
}
